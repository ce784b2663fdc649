import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { lieNamed, lyingEndpoint } from '@tandem/chain/lies'
import type { ChainConfig } from '@tandem/contracts'
import { anvilActions, anvilChain, type LocalAnvil, startAnvil, until } from '@tandem/local-services'
import { createLogger } from '@tandem/service-kit'
import { openAccount } from '@tandem/signers'
import { accessKey, type FakeKms, keyId, startFakeKms } from '@tandem/signers/testing'
import { type Address, createTestClient, http, type LocalAccount, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { solverChain } from '../src/chain/chain.ts'
import type { Mined } from '../src/chain/send-until-mined.ts'
import { type Job, makeSender, type Sender } from '../src/chain/sender.ts'

const logger = createLogger({ service: 'test', level: 'error', format: 'json' })
const payee = '0x000000000000000000000000000000000000dEaD' as Address
/** The address of a contract, where endpoints must show one. */
const registry = '0x000000000000000000000000000000000000c0de' as Address
let anvil: LocalAnvil
let account = 0
/** More accounts than there are tests, so that each test has one that nothing has been sent from. */
const maxAccounts = 20
const keyOf = (index: number) => numberToHex(1_000 + index, { size: 32 })
const begun: (() => void)[] = []

beforeAll(async () => {
  // The interval is endless, so that blocks come only when the test mines them.
  anvil = await startAnvil({ chainId: 31_341, blockTimeSecs: 10_000 })
  for (let index = 1; index <= maxAccounts; index += 1) {
    const { address } = privateKeyToAccount(keyOf(index))
    await control().setBalance({ address, value: 10n ** 21n })
  }
  await control().setCode({ address: registry, bytecode: '0x00' })
})
afterEach(() => {
  for (const stop of begun.splice(0)) stop()
})
afterAll(() => anvil?.stop())

const control = () =>
  createTestClient({
    mode: 'anvil',
    chain: anvilChain(anvil.chainId),
    transport: http(anvil.rpcUrl),
  }).extend(anvilActions)

/** A sender with an account of its own, which nothing else has sent from. */
function begin(over: { slots?: number; account?: number; freshMs?: number; signer?: LocalAccount; url?: string } = {}) {
  const signer = over.signer ?? privateKeyToAccount(keyOf(over.account ?? ++account))
  const { address } = signer
  const config = { chain: 'test', chain_id: anvil.chainId, block_time_ms: 100 } as ChainConfig
  const chain = solverChain(config, [over.url ?? anvil.rpcUrl], { registry, account: signer })
  const stopping = new AbortController()
  let late = 0
  const sender = makeSender(chain, {
    slots: over.slots ?? 16,
    ...(over.freshMs === undefined ? {} : { freshMs: over.freshMs }),
    ...{ stopping: stopping.signal, logger, now: () => Date.now() + late },
  })
  begun.push(() => stopping.abort())
  const pooled = () => control().getTransactionCount({ address, blockTag: 'pending' })
  const used = () => control().getTransactionCount({ address })
  /** Waits, and lets time pass, after which everything is sent again. */
  const untilLater = (isSo: () => boolean | Promise<boolean>, what: string) =>
    until(
      async () => {
        late += 11_000
        return isSo()
      },
      what,
      30_000,
    )
  return { sender, address, pooled, used, untilLater, stop: () => stopping.abort() }
}

const pay = (value: bigint, over: Partial<Job> = {}): Job => ({
  kind: 'fund_destination',
  deadline: 0,
  prepare: async () => ({ to: payee, data: '0x', value }),
  ...over,
})
const sendAll = (sender: Sender, jobs: Job[]): Promise<(Mined | undefined)[]> =>
  Promise.all(jobs.map((job) => sender.send(job)))
const mine = () => control().mine({ blocks: 1 })
const paid = () => control().getBalance({ address: payee })

describe('the sender', () => {
  it('has eight transactions mined in one block', async () => {
    const { sender, pooled } = begin()
    const sending = sendAll(
      sender,
      Array.from({ length: 8 }, () => pay(1n)),
    )
    await until(async () => (await pooled()) === 8, 'what the sender is to do')
    await mine()
    const hashes = (await sending).map((mined) => mined?.txHash ?? '0x')
    const blocks = await Promise.all(
      hashes.map(async (hash) => (await control().getTransactionReceipt({ hash })).blockNumber),
    )
    expect([hashes.length, new Set(blocks).size]).toEqual([8, 1])
  })

  it('sends a claim before the fundings that waited longer', async () => {
    const { sender, pooled } = begin({ slots: 1 })
    const order: string[] = []
    const noted = (kind: Job['kind'], deadline: number) =>
      pay(1n, {
        kind,
        deadline,
        onNonce: async () => {
          order.push(`${kind} ${deadline}`)
        },
      })
    const sending = sendAll(sender, [
      noted('fund_destination', 1),
      noted('fund_destination', 9),
      noted('fund_destination', 5),
      noted('claim_source', 99),
    ])
    for (let count = 1; count <= 4; count += 1) {
      await until(async () => (await pooled()) === count, 'what the sender is to do')
      await mine()
    }
    await sending
    expect(order).toEqual(['fund_destination 1', 'claim_source 99', 'fund_destination 5', 'fund_destination 9'])
  })

  it('asks again right before sending, and sends nothing that is no longer wanted', async () => {
    const { sender, pooled } = begin({ slots: 1 })
    let isWanted = true
    const first = sender.send(pay(1n))
    const second = sender.send(pay(1n, { prepare: async () => (isWanted ? { to: payee, data: '0x' } : undefined) }))
    await until(async () => (await pooled()) === 1, 'what the sender is to do')
    isWanted = false
    await mine()
    await first
    expect(await second).toBeUndefined()
    expect(await pooled()).toBe(1)
  })

  it('replaces a transaction that became unwanted by a transfer of nothing', async () => {
    const { sender, pooled, used, untilLater } = begin()
    const before = await paid()
    let asked = 0
    const sending = sender.send(
      pay(7n, {
        prepare: async () => {
          asked += 1
          return asked === 1 ? { to: payee, data: '0x', value: 7n } : undefined
        },
      }),
    )
    await until(async () => (await pooled()) === 1, 'what the sender is to do')
    await untilLater(() => asked >= 2, 'what the sender is to do')
    await until(async () => {
      const block = await control().getBlock({ blockTag: 'pending', includeTransactions: true })
      return block.transactions.some(({ to, value }) => to?.toLowerCase() !== payee.toLowerCase() && value === 0n)
    }, 'what the sender is to do')
    await mine()
    // The call was replaced by a transfer, so nothing that was reserved for it is spent.
    expect(await sending).toBeUndefined()
    expect([(await paid()) - before, await used()]).toEqual([0n, 1])
  })

  it('uses the nonce of an unwanted call by a transfer that the account can pay, though it could not pay the call', async () => {
    const gwei = 10n ** 9n
    const { sender, address, pooled, used, untilLater } = begin()
    await control().setBalance({ address, value: 21_000n * 600n * gwei })
    await control().setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000n * gwei })
    await mine()
    let asked = 0
    const prepare: Job['prepare'] = async () => {
      asked += 1
      return asked === 1 ? { to: payee, data: '0x' } : undefined
    }
    const sending = sender.send(pay(0n, { prepare }))
    await untilLater(() => asked >= 2, 'it is decided again after the call was refused')
    await control().setNextBlockBaseFeePerGas({ baseFeePerGas: gwei })
    await mine()
    await untilLater(async () => (await pooled()) === 1, 'a transfer that the account can pay')
    await mine()
    expect([await sending, await used()]).toEqual([undefined, 1])
  }, 60_000)

  it.each<[string, boolean, bigint]>([
    ['takes back a funding that cannot be decided again, for its time may be over', true, 0n],
    ['goes on with a claim that cannot be decided again', false, 7n],
  ])('%s', async (_name, needsDecision, expected) => {
    const { sender, pooled, used, untilLater } = begin()
    const before = await paid()
    let asked = 0
    const sending = sender.send(
      pay(7n, {
        needsDecision,
        prepare: async () => {
          asked += 1
          if (asked > 1) throw new Error('the chain of the source cannot be read')
          return { to: payee, data: '0x', value: 7n }
        },
      }),
    )
    await until(async () => (await pooled()) === 1, 'what the sender is to do')
    // By then the transaction after the first failed decision has been sent: with `needsDecision` nothing is asked
    // again, and without it a third decision follows.
    await untilLater(() => asked >= (needsDecision ? 2 : 3), 'what the sender is to do')
    if (needsDecision)
      await until(async () => {
        const block = await control().getBlock({ blockTag: 'pending', includeTransactions: true })
        return block.transactions.every(({ value }) => value === 0n)
      }, 'what the sender is to do')
    await mine()
    await sending
    expect([(await paid()) - before, await used()]).toEqual([expected, 1])
  })

  it('decides a funding once more when it became old before it was signed', async () => {
    const { sender, used, pooled } = begin({ freshMs: 0 })
    const before = await paid()
    let isWanted = true
    const sending = sender.send(
      pay(7n, {
        needsDecision: true,
        prepare: async () => (isWanted ? { to: payee, data: '0x', value: 7n } : undefined),
        onNonce: async () => {
          isWanted = false
          await new Promise((resolve) => setTimeout(resolve, 20))
        },
      }),
    )
    expect(await sending).toBeUndefined()
    await until(async () => (await pooled()) === 1, 'what the sender is to do')
    await mine()
    await until(async () => (await used()) === 1, 'what the sender is to do')
    expect(await paid()).toBe(before)
  })

  it('decides a funding once more when its signature took long', async () => {
    const key = privateKeyToAccount(keyOf(++account))
    let isWanted = true
    const slow: LocalAccount = {
      ...key,
      async signTransaction(...args) {
        isWanted = false
        await new Promise((resolve) => setTimeout(resolve, 50))
        return key.signTransaction(...(args as Parameters<typeof key.signTransaction>))
      },
    }
    // Storing the nonce takes less than these 40 ms, and signing takes more.
    const { sender, used, pooled } = begin({ freshMs: 40, signer: slow })
    const before = await paid()
    const sending = sender.send(
      pay(7n, {
        needsDecision: true,
        prepare: async () => (isWanted ? { to: payee, data: '0x', value: 7n } : undefined),
      }),
    )
    await until(async () => (await pooled()) === 1, 'what the sender is to do')
    await mine()
    expect(await sending).toBeUndefined()
    expect([await used(), (await paid()) - before]).toEqual([1, 0n])
  })

  it('uses up what an earlier run left in the pool', async () => {
    const first = begin()
    const before = await paid()
    const lost = first.sender.send(pay(5n)).catch((error: Error) => error.message)
    await until(async () => (await first.pooled()) === 1, 'what the sender is to do')
    first.stop()
    expect(await lost).toMatch('stops')
    const second = begin({ account })
    await second.sender.open()
    const sending = second.sender.send(pay(3n))
    await until(async () => (await second.pooled()) === 2, 'what the sender is to do')
    await mine()
    await sending
    expect((await paid()) - before).toBe(3n)
  })

  it('fills the gap that a node leaves which forgot a transaction', async () => {
    const { sender, pooled, used, untilLater } = begin()
    const sending = sendAll(sender, [pay(1n), pay(1n), pay(1n)])
    await until(async () => (await pooled()) === 3, 'what the sender is to do')
    await control().request({ method: 'anvil_dropAllTransactions' as never })
    await untilLater(async () => (await pooled()) === 3, 'what the sender is to do')
    await mine()
    await sending
    expect(await used()).toBe(3)
  })

  it('stores the nonce before it broadcasts, and broadcasts nothing but a transfer when it cannot be stored', async () => {
    const { sender, pooled } = begin()
    const before = await paid()
    const full = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    await expect(sender.send(pay(9n, { onNonce: () => Promise.reject(full) }))).rejects.toThrow('the disk is full')
    await until(async () => (await pooled()) === 1, 'what the sender is to do')
    await mine()
    expect((await paid()) - before).toBe(0n)
  })

  it('uses every nonce up to one that may lie in some pool', async () => {
    const { sender, pooled, used } = begin()
    const using = sender.useUpTo(1)
    await until(async () => (await pooled()) === 1, 'what the sender is to do')
    await mine()
    await until(async () => (await pooled()) === 2, 'what the sender is to do')
    await mine()
    await using
    expect(await used()).toBe(2)
  })

  it('gives up nonces out of reach that its only endpoint invented, and goes on once the endpoint counts right', async () => {
    const liar = await lyingEndpoint({ chain: anvil.rpcUrl, lie: lieNamed('pending_million') })
    const { sender, pooled, used, untilLater } = begin({ url: liar.url })
    let failure = ''
    sender.send(pay(3n)).catch((error: Error) => {
      failure = error.message
    })
    await untilLater(() => failure !== '', 'the end of a transaction that cannot be mined')
    expect(failure).toMatch('out of reach: 1000001')
    liar.tell(undefined)
    const sending = sender.send(pay(4n))
    await until(async () => (await pooled()) === 1, 'what the sender is to do')
    await mine()
    expect([(await sending) === undefined, await used()]).toEqual([false, 1])
    await liar.stop()
  }, 60_000)

  it('sends nothing when the call would revert, and goes on', async () => {
    const { sender, pooled } = begin()
    // blake2f fails on any input but 213 bytes.
    const failing = { to: '0x0000000000000000000000000000000000000009', data: '0x00' } as const
    await expect(sender.send(pay(0n, { prepare: async () => failing }))).rejects.toThrow()
    const sending = sender.send(pay(1n))
    await until(async () => (await pooled()) === 1, 'what the sender is to do')
    await mine()
    expect(await sending).toBeDefined()
  })
})

describe('the sender, with its key in a KMS', () => {
  const before = { ...process.env }
  let kms: FakeKms
  beforeAll(async () => {
    kms = await startFakeKms()
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKey.id, AWS_SECRET_ACCESS_KEY: accessKey.secret })
    await control().setBalance({ address: kms.address, value: 10n ** 21n })
  })
  afterAll(async () => {
    await kms?.stop()
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) delete process.env[name]
    Object.assign(process.env, before)
  })

  it('keeps the nonce while the KMS refuses, decides again, and goes on when it signs', async () => {
    const config = { kind: 'aws_kms', key_id: keyId, region: 'eu-central-2', endpoint: kms.url } as const
    const signer = await openAccount({ name: 'the signer', signer: config })
    const { sender, pooled, used } = begin({ signer })
    const before = await paid()
    let isWanted = true
    kms.failNext('denied', 'other_key', 'garbage')
    const funding = sender.send(
      pay(7n, { prepare: async () => (isWanted ? { to: payee, data: '0x', value: 7n } : undefined) }),
    )
    // One call asks for the key, and one for the first signature, which was refused.
    await until(() => kms.seen.calls.length >= 2, 'what the sender is to do')
    isWanted = false
    const claim = sender.send(pay(5n, { kind: 'claim_source' }))
    await until(async () => (await pooled()) === 2, 'what the sender is to do')
    await mine()
    expect([await funding, (await claim)?.txHash]).toEqual([undefined, expect.any(String)])
    expect([await used(), (await paid()) - before]).toEqual([2, 5n])
  })
})
