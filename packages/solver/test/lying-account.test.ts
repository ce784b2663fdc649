/** The solver's transactions between endpoints that lie about its nonces and fees, lag, or keep what they are handed. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { ChainConfig } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { anvilChain, type LocalAnvil, startAnvil, startedParts, until } from '@tandem/local-services'
import type { Order } from '@tandem/sdk'
import { createLogger } from '@tandem/service-kit'
import { type Address, createTestClient, http, numberToHex, parseTransaction, publicActions, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { connect, endpointsOf } from '../src/chain/chain.ts'
import { readGasPrice } from '../src/chain/read-gas-price.ts'
import { readHeldByTwo } from '../src/chain/read-held.ts'
import { type Job, makeSender } from '../src/chain/sender.ts'
import { makeLedger } from '../src/domain/ledger.ts'
import { makeAct } from '../src/orders/act.ts'
import { type ChainProxy, startChainProxy, type Tale } from './support/chain-proxy.ts'

const logger = createLogger({ service: 'test', level: 'error', format: 'json' })
const payee = '0x000000000000000000000000000000000000dEaD' as Address
const parts = startedParts()
let anvil: LocalAnvil
let stopping = new AbortController()
let accounts = 0
const proxies: ChainProxy[] = []

const control = () =>
  createTestClient({ mode: 'anvil', chain: anvilChain(anvil.chainId), transport: http(anvil.rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)

beforeAll(async () => {
  anvil = await parts.keep(startAnvil({ chainId: 31_346 }))
})
afterEach(async () => {
  stopping.abort()
  stopping = new AbortController()
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()))
})
afterAll(() => parts.end())

/** An account that has used so many nonces, and the endpoints that tell these tales of it. */
async function begin({ used, tales }: { used: number; tales: readonly (Tale | undefined)[] }) {
  accounts += 1
  const account = privateKeyToAccount(numberToHex(2_000 + accounts, { size: 32 }))
  const { address } = account
  await control().setBalance({ address, value: 10n ** 24n })
  await control().setNonce({ address, nonce: used })
  for (const tale of tales) {
    const proxy = await startChainProxy(anvil.rpcUrl)
    proxy.tale = tale
    proxies.push(proxy)
  }
  const told = proxies.slice(-tales.length)
  const urls = told.map(({ url }) => url)
  const config = { chain_id: anvil.chainId, display_name: 'test', native_symbol: 'ETH', block_time_ms: 100 }
  const client = connect(config as ChainConfig, urls, account)
  const endpoints = endpointsOf(anvil.chainId, urls)
  const sender = makeSender(client, { slots: 4, replaceAfterMs: 300, stopping: stopping.signal, logger, endpoints })
  const chain = { client, endpoints }
  return { sender, told, address, chain, nonceNow: () => control().getTransactionCount({ address }) }
}

const pay = (value: bigint): Job => ({
  kind: 'fund_destination',
  deadline: 0,
  prepare: async () => ({ to: payee, data: '0x', value }),
})
const paid = () => control().getBalance({ address: payee })
const nonces = (count: number): Tale => ({ kind: 'nonces', count })
const million = 1_000_001

describe('a transaction', () => {
  it.each<[string, (Tale | undefined)[]]>([
    ['the first of two endpoints counts far too many nonces', [nonces(million), undefined]],
    ['the second one does', [undefined, nonces(million)]],
    ['the first of two endpoints counts too few', [nonces(0), undefined]],
    ['the first one keeps what it is handed, and shows none of it', [{ kind: 'keep' }, undefined]],
    ['the second one does', [undefined, { kind: 'keep' }]],
    ['the first one has stopped, and goes on taking transactions', [{ kind: 'stopped', count: 5 }, undefined]],
    ['the second one has', [undefined, { kind: 'stopped', count: 5 }]],
    ['the first one shows a receipt of whatever it is asked for', [{ kind: 'receipts', status: '0x1' }, undefined]],
    ['the second one does so', [undefined, { kind: 'receipts', status: '0x1' }]],
    ['the first one hangs', [{ kind: 'hang' }, undefined]],
    ['the second one is down', [undefined, { kind: 'down' }]],
    ['the first one says that it uses more gas than a block has', [{ kind: 'gas', units: 10 ** 9 }, undefined]],
    ['the first one says that it uses next to no gas', [{ kind: 'gas', units: 1 }, undefined]],
    ['one of three counts far too many', [nonces(million), undefined, undefined]],
  ])(
    'is mined once where %s',
    async (_case, tales) => {
      const { sender, nonceNow } = await begin({ used: 5, tales })
      const before = await paid()
      await sender.open()
      // A nonce that was used before is noticed, and the order is looked at again: so is this.
      for (const value of [3n, 4n]) while (!(await sender.send(pay(value)).then(Boolean, () => false)));
      expect([(await paid()) - before, await nonceNow()]).toEqual([7n, 7])
    },
    60_000,
  )

  it('is mined where two endpoints know only of nonces that were used long ago, one of which lies', async () => {
    const { sender } = await begin({ used: 5_000, tales: [nonces(3), undefined] })
    const before = await paid()
    while (!(await sender.send(pay(3n)).then(Boolean, () => false)));
    expect((await paid()) - before).toBe(3n)
  }, 60_000)

  it('is mined once the only endpoint counts right again', async () => {
    const { sender, told, nonceNow } = await begin({ used: 5, tales: [nonces(million)] })
    const before = await paid()
    const lost = sender.send(pay(3n)).catch((error: Error) => error.message)
    await untilAsked(told[0], 'eth_sendRawTransaction')
    for (const proxy of told) proxy.tale = undefined
    expect(await lost).toMatch(`out of reach: ${million}, and 5 are used`)
    await sender.send(pay(4n))
    expect([(await paid()) - before, await nonceNow()]).toEqual([4n, 6])
  }, 60_000)

  it('counts on from its own nonces where the only endpoint invents others between', async () => {
    const { sender, told, nonceNow } = await begin({ used: 5, tales: [undefined] })
    await sender.send(pay(3n))
    const at = told[0] as ChainProxy
    at.tale = nonces(million)
    const sending = sender.send(pay(4n))
    await untilAsked(at, 'eth_sendRawTransaction', 2)
    at.tale = undefined
    await sending
    expect(await nonceNow()).toBe(7)
  }, 60_000)

  it('counts on from its own nonces where one of two endpoints alone answers, and invents others between', async () => {
    const { sender, told, nonceNow } = await begin({ used: 5, tales: [undefined, undefined] })
    await sender.send(pay(3n))
    const [liar, honest] = told as [ChainProxy, ChainProxy]
    ;[liar.tale, honest.tale] = [nonces(56), { kind: 'down' }]
    const sending = sender.send({ ...pay(4n), kind: 'claim_source' })
    await untilAsked(liar, 'eth_sendRawTransaction', 2)
    ;[liar.tale, honest.tale] = [undefined, undefined]
    await sending
    expect(await nonceNow()).toBe(7)
  }, 60_000)

  it.each<[string, Tale]>([
    ['used', nonces(56)],
    ['pooled', { kind: 'pooled', count: 56 }],
  ])(
    'fills no nonces that an endpoint shows %s which alone answers at the start',
    async (_how, tale) => {
      const { sender, told, nonceNow } = await begin({ used: 5, tales: [tale, { kind: 'down' }] })
      const [liar, honest] = told as [ChainProxy, ChainProxy]
      const before = await paid()
      await sender.open()
      const claim = (): Job => ({ ...pay(4n), kind: 'claim_source' })
      const first = sender.send(claim()).then(Boolean, () => false)
      await untilAsked(liar, 'eth_sendRawTransaction')
      honest.tale = undefined
      let isSent = await first
      while (!isSent) isSent = await sender.send(claim()).then(Boolean, () => false)
      expect([(await paid()) - before, (await nonceNow()) < 10]).toEqual([4n, true])
    },
    60_000,
  )

  it.each([
    ['first', [nonces(55), undefined]],
    ['second', [undefined, nonces(55)]],
  ])(
    'is mined soon although the %s of two endpoints counts fifty nonces too many',
    async (_which, tales) => {
      const { sender } = await begin({ used: 5, tales })
      // A chain that includes nothing for a while: the higher count is believed then.
      await control().setAutomine(false)
      await expect(sender.send(pay(3n))).rejects.toThrow('used the nonce')
      await control().setAutomine(true)
      const before = await paid()
      let attempts = 1
      while (attempts < 5 && !(await sender.send(pay(4n)).then(Boolean, () => false))) attempts += 1
      expect([(await paid()) - before >= 4n, attempts < 5]).toEqual([true, true])
    },
    60_000,
  )

  it.each([
    ['next to no gas', 1],
    ['more gas than a block has', 10 ** 9],
  ])(
    'is mined once it pays what the chain asks, where an endpoint says that it uses %s',
    async (_what, units) => {
      const { sender, told } = await begin({ used: 5, tales: [{ kind: 'gas', units }, undefined] })
      await control().setAutomine(false)
      const sending = sender.send(pay(3n))
      await untilAsked(told[1], 'eth_sendRawTransaction')
      await control().setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 11n })
      await control().mine({ blocks: 1 })
      await control().setAutomine(true)
      expect(await sending).toBeDefined()
    },
    60_000,
  )

  it('is mined once a gap below it is filled that could not be filled before', async () => {
    const { sender, told, address } = await begin({ used: 5, tales: [undefined] })
    const at = told[0] as ChainProxy
    await control().setAutomine(false)
    await control().impersonateAccount({ address })
    await control().sendTransaction({ account: address, to: payee, value: 1n, nonce: 5 })
    const sending = sender.send(pay(3n))
    await untilAsked(at, 'eth_sendRawTransaction')
    at.tale = { kind: 'no_blocks' }
    await control().request({ method: 'anvil_dropAllTransactions' as never })
    await untilAsked(at, 'eth_sendRawTransaction', 4)
    at.tale = undefined
    await control().setAutomine(true)
    expect(await sending).toBeDefined()
  }, 60_000)

  it('fills no nonces at which receipts were seen, although an endpoint denies that they are used', async () => {
    const { sender, told } = await begin({ used: 5, tales: [undefined, undefined] })
    for (const value of [1n, 2n, 3n]) await sender.send(pay(value))
    const [honest, stopped] = told as [ChainProxy, ChainProxy]
    stopped.tale = nonces(5)
    const before = honest.offered.length
    await control().setAutomine(false)
    const sending = sender.send(pay(4n))
    await untilAsked(honest, 'eth_sendRawTransaction', before + 4)
    await control().setAutomine(true)
    expect(await sending).toBeDefined()
    expect(new Set(honest.offered.slice(before, before + 4).map((raw) => parseTransaction(raw).nonce))).toEqual(
      new Set([8]),
    )
  }, 60_000)

  it('pays what two endpoints say, and not what one invents', async () => {
    const { sender } = await begin({ used: 0, tales: [{ kind: 'tip', wei: 10n ** 15n }, undefined] })
    const mined = await sender.send(pay(1n))
    expect(mined?.fee).toBeLessThan(21_000n * 10n ** 12n)
  })

  it.each<[string, Tale | undefined, number]>([
    ['by every endpoint', undefined, 2],
    ['by one, while the other one is silent', { kind: 'no_sending' }, 40],
  ])(
    'is looked for by the offers alone that may be mined, where the account cannot pay any, as told %s',
    async (_by, tale, most) => {
      const { sender, told, address } = await begin({ used: 5, tales: [undefined, tale] })
      const [at] = told as [ChainProxy]
      await control().setBalance({ address, value: 1n })
      const sending = sender.send({ ...pay(0n), kind: 'claim_source' })
      const receipts = () => at.calls.get('eth_getTransactionReceipt') ?? 0
      // Each round has another price.
      const roundsAsk = async (rounds: number) => {
        const before = receipts()
        for (let round = 1; round <= rounds; round += 1) {
          await control().setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 9n + BigInt(at.offered.length) })
          await control().mine({ blocks: 1 })
          await untilAsked(at, 'eth_sendRawTransaction', at.offered.length + 1)
        }
        return (receipts() - before) / rounds
      }
      await roundsAsk(most)
      expect(await roundsAsk(5)).toBeLessThanOrEqual(most)
      await control().setBalance({ address, value: 10n ** 24n })
      expect(await sending).toBeDefined()
    },
    60_000,
  )

  it('is mined after a few rounds where one of two endpoints says that inclusion is free', async () => {
    const gwei = 10n ** 9n
    await control().setNextBlockBaseFeePerGas({ baseFeePerGas: 20n * gwei })
    await control().mine({ blocks: 1 })
    const { sender, told } = await begin({ used: 0, tales: [{ kind: 'free' }, undefined] })
    const mined = await sender.send(pay(1n))
    expect(mined?.fee).toBeLessThan(21_000n * 40n * gwei)
    // From 0.1 gwei to 20 by doubling: eight rounds. By an eighth from nothing it would be two hundred.
    expect(told[1]?.calls.get('eth_sendRawTransaction')).toBeLessThan(15)
  }, 60_000)
})

describe('the price of a transaction', () => {
  const gwei = 10n ** 9n
  const offersOf = ({ offered }: ChainProxy) =>
    offered
      .map((raw) => parseTransaction(raw))
      .map(({ maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, ...call }) => ({
        ...call,
        fees: [maxFeePerGas, maxPriorityFeePerGas] as const,
      }))
  /** Waits until a proxy was handed the same transaction twice in a row. */
  const untilRepeated = ({ offered }: ChainProxy) =>
    until(async () => offered.length > 1 && offered.at(-1) === offered.at(-2), 'an offer that is repeated', 30_000)

  // Which chain it is of is asked first, and some twenty times in a round.
  it.each<[string, Tale, string, number]>([
    ['answers nothing', { kind: 'down' }, 'eth_chainId', 120],
    ['takes no transaction', { kind: 'no_sending' }, 'eth_sendRawTransaction', 8],
  ])(
    'does not rise while the only endpoint %s',
    async (_case, tale, method, times) => {
      const { sender, told } = await begin({ used: 5, tales: [undefined] })
      const [at] = told as [ChainProxy]
      await control().setAutomine(false)
      const sending = sender.send(pay(3n))
      await untilAsked(at, 'eth_sendRawTransaction')
      at.tale = tale
      await untilAsked(at, method, times)
      // It forgets the transaction that it had taken, as a node does that starts anew.
      await control().request({ method: 'anvil_dropAllTransactions' as never })
      await control().setAutomine(true)
      at.tale = undefined
      expect(await sending).toBeDefined()
      const [first, last] = [offersOf(at)[0]?.fees, offersOf(at).at(-1)?.fees]
      // One that is taken is followed by one that pays an eighth more.
      for (const field of [0, 1] as const)
        expect((last?.[field] ?? 0n) * 10n <= (first?.[field] ?? 0n) * 13n).toBe(true)
    },
    60_000,
  )

  it('rises to four times the market where an endpoint takes everything, and nothing is mined', async () => {
    const { sender, told, chain } = await begin({ used: 5, tales: [{ kind: 'keep' }] })
    const [at] = told as [ChainProxy]
    void sender.send(pay(3n)).catch(() => undefined)
    await untilRepeated(at)
    const market = await chain.client.estimateFeesPerGas()
    const [price = 0n, tip = 0n] = offersOf(at).at(-1)?.fees ?? []
    expect([price > 2n * market.maxFeePerGas, price <= 4n * market.maxFeePerGas]).toEqual([true, true])
    expect(tip <= 4n * market.maxPriorityFeePerGas).toBe(true)
  }, 60_000)

  it('may rise above that for a transfer of nothing that takes the place of a call', async () => {
    const { sender, told } = await begin({ used: 5, tales: [undefined] })
    const [at] = told as [ChainProxy]
    const before = await paid()
    await control().setAutomine(false)
    let isWanted = true
    const prepare = async () => (isWanted ? { to: payee, data: '0x' as const, value: 3n } : undefined)
    const sending = sender.send({ ...pay(3n), prepare })
    await untilRepeated(at)
    isWanted = false
    await until(async () => offersOf(at).at(-1)?.value === undefined, 'a transfer of nothing')
    await control().setAutomine(true)
    expect([await sending, (await paid()) - before]).toEqual([undefined, 0n])
  }, 60_000)

  it.each<[string, (Tale | undefined)[]]>([
    ['that answers alone', [{ kind: 'tip', wei: 10n ** 15n }, { kind: 'down' }]],
    ['that is the only one', [{ kind: 'tip', wei: 10n ** 15n }]],
  ])('is not what an endpoint invents %s', async (_case, tales) => {
    const { sender } = await begin({ used: 5, tales })
    const mined = await sender.send({ ...pay(3n), kind: 'claim_source' })
    expect((mined?.fee ?? 10n ** 18n) < 21_000n * 150n * gwei).toBe(true)
  })
})

describe('a transaction that the account can pay only at a price near the market’s', () => {
  const gwei = 10n ** 9n
  const unpayable = 'insufficient funds for gas * price + value'
  const prices = (baseFee: bigint, refusal?: string, gas?: number): Tale => ({
    ...{ kind: 'prices', baseFee, tip: 0n },
    ...(refusal === undefined ? {} : { refusal }),
    ...(gas === undefined ? {} : { gas }),
  })
  const absurd = 10n ** 20n

  it.each<[string, Tale]>([
    ['names an absurd price, and takes everything', prices(absurd)],
    ['names an absurd price, and refuses everything as too dear for the account', prices(absurd, unpayable)],
    ['names an absurd price, and refuses everything as too cheap', prices(absurd, 'transaction underpriced')],
    ['names an absurd price and far too much gas, and takes everything', prices(absurd, undefined, 20_000_000)],
    ['names no price at all, and takes everything', prices(0n)],
    ['names no price at all, and refuses everything as too dear for the account', prices(0n, unpayable)],
    ['names no price at all and far too little gas, and refuses everything likewise', prices(0n, unpayable, 1)],
  ])(
    'is mined where an endpoint %s',
    async (_case, tale) => {
      await control().setNextBlockBaseFeePerGas({ baseFeePerGas: 20n * gwei })
      await control().mine({ blocks: 1 })
      const { sender, address } = await begin({ used: 5, tales: [tale, { kind: 'least_tip', wei: 30n * gwei }] })
      await control().setBalance({ address, value: 25_200n * 300n * gwei })
      expect(await sender.send({ ...pay(0n), kind: 'claim_source' })).toBeDefined()
    },
    60_000,
  )
})

describe('a transaction that one endpoint alone shows mined', () => {
  const claim = (value: bigint): Job => ({ ...pay(value), kind: 'claim_source' })
  const invented = { kind: 'receipts', status: '0x1' } as const

  it.each<[string, (Tale | undefined)[]]>([
    ['the first of two', [invented, undefined]],
    ['the second of two', [undefined, invented]],
    ['one of three', [undefined, invented, undefined]],
    ['one, as reverted,', [{ kind: 'receipts', status: '0x0' }, undefined]],
  ])(
    'is offered on at rising fees where %s does',
    async (_case, tales) => {
      const { sender, told, nonceNow } = await begin({ used: 5, tales })
      const honest = told.find(({ tale }) => tale?.kind !== 'receipts') as ChainProxy
      const before = await paid()
      await control().setAutomine(false)
      const sending = sender.send(claim(3n)).then(
        () => 'told',
        () => 'told',
      )
      const third = untilAsked(honest, 'eth_sendRawTransaction', 3).then(() => 'offered thrice')
      expect(await Promise.race([sending, third])).toBe('offered thrice')
      // The job does not wait for ever: the endpoint that denies it may be the one that lies.
      expect(await sending).toBe('told')
      const offers = honest.offered.length
      await untilAsked(honest, 'eth_sendRawTransaction', offers + 1)
      const offered = honest.offered.map((raw) => parseTransaction(raw))
      await control().setAutomine(true)
      expect(new Set(offered.map(({ nonce }) => nonce))).toEqual(new Set([5]))
      const fees = offered.map(({ maxFeePerGas }) => maxFeePerGas ?? 0n)
      expect(fees.every((fee, index) => index === 0 || fee > (fees[index - 1] ?? 0n))).toBe(true)
      await until(async () => (await nonceNow()) > 5, 'it is mined')
      expect((await paid()) - before).toBe(3n)
    },
    60_000,
  )

  it('is mined at last where that endpoint also says that inclusion is free, and that its nonce is used', async () => {
    const gwei = 10n ** 9n
    await control().setNextBlockBaseFeePerGas({ baseFeePerGas: 20n * gwei })
    await control().mine({ blocks: 1 })
    const { sender } = await begin({ used: 5, tales: [{ kind: 'thief', count: 6 }, undefined] })
    const before = await paid()
    // As the solver does, which looks at the source again and again.
    let claims = 0
    while ((await paid()) === before && claims < 8) {
      claims += 1
      await sender.send(claim(3n)).catch(() => undefined)
    }
    expect((await paid()) > before).toBe(true)
  }, 60_000)

  it('gives its place to a transfer of nothing once that was told, where it puts money in', async () => {
    const { sender, told, nonceNow } = await begin({ used: 5, tales: [undefined, invented] })
    const [honest] = told as [ChainProxy]
    const before = await paid()
    await control().setAutomine(false)
    const mined = await sender.send({ ...pay(3n), needsDecision: true })
    await untilAsked(honest, 'eth_sendRawTransaction', honest.offered.length + 1)
    await control().setAutomine(true)
    await until(async () => (await nonceNow()) > 5, 'the nonce is used')
    expect([mined?.isAgreed, (await paid()) - before]).toEqual([false, 0n])
  }, 60_000)

  it('is told of at once where the other endpoint does not answer, and is still pursued', async () => {
    const { sender, told } = await begin({ used: 5, tales: [undefined, { kind: 'down' }] })
    const mined = await sender.send(claim(3n))
    expect([mined?.isAgreed, told[0]?.offered.length]).toEqual([false, 1])
    await untilAsked(told[0], 'eth_sendRawTransaction', 2)
  }, 60_000)

  it('is believed where two show the same', async () => {
    const { sender } = await begin({ used: 5, tales: [undefined, undefined, { kind: 'stopped', count: 5 }] })
    expect(await sender.send(claim(3n))).toMatchObject({ isAgreed: true })
  })
})

describe('what one endpoint alone says', () => {
  const failing = { to: '0x0000000000000000000000000000000000000009', data: '0x00' } as const

  it('sends no money where another one simulates that it fails', async () => {
    const { sender, told } = await begin({ used: 5, tales: [{ kind: 'gas', units: 50_000 }, undefined] })
    const funding = { ...pay(0n), needsDecision: true, prepare: async () => failing }
    await expect(sender.send(funding)).rejects.toThrow()
    expect(told.map(({ offered }) => offered.length)).toEqual([0, 0])
  })

  it('is no more held than another one says', async () => {
    const { chain, sender } = await begin({ used: 0, tales: [{ kind: 'rich', wei: 10n ** 30n }, undefined] })
    const held = await readHeldByTwo(chain, nativeToken, sender)
    expect(held > 0n && held <= 10n ** 24n).toBe(true)
  })

  it('makes gas no cheaper than another one says', async () => {
    const gwei = 10n ** 9n
    await control().setNextBlockBaseFeePerGas({ baseFeePerGas: 20n * gwei })
    await control().mine({ blocks: 1 })
    const { chain } = await begin({ used: 0, tales: [{ kind: 'free' }, undefined] })
    expect((await readGasPrice(chain)) > 10n * gwei).toBe(true)
  })
})

describe('an allowance that was given', () => {
  /** It answers every call with the largest number: so much may be spent. */
  const token = '0x0000000000000000000000000000000000070ce2' as Address
  const order = {} as Order

  it.each<[string, (Tale | undefined)[]]>([
    ['the first', [{ kind: 'no_allowance' }, undefined]],
    ['the second', [undefined, { kind: 'no_allowance' }]],
  ])('is not given again where %s of two endpoints alone denies it', async (_which, tales) => {
    await control().setCode({ address: token, bytecode: `0x7f${'ff'.repeat(32)}60005260206000f3` })
    const { chain } = await begin({ used: 5, tales })
    const sent: string[] = []
    const sender = { send: async ({ kind }: Job) => void sent.push(kind) }
    const side = {
      chain: { ...chain, config: { chain: 'a' }, registry: payee },
      sender,
      terms: { token },
      vault: payee,
    }
    const act = makeAct({ ledger: makeLedger(), promises: undefined } as never)
    await act(order, { source: side, destination: side } as never, 'fund_destination')
    expect(sent).toEqual(['fund_destination'])
  })
})

it('does not ask an endpoint again that hangs, while another one answers', async () => {
  const { chain, told } = await begin({ used: 0, tales: [{ kind: 'hang' }, undefined] })
  for (let times = 0; times < 8; times += 1) await chain.client.getBalance({ address: payee })
  const [hanging] = told as [ChainProxy]
  expect([...hanging.calls.values()].reduce((sum, calls) => sum + calls, 0)).toBeLessThan(4)
}, 60_000)

it('uses every nonce up to one although an endpoint denies it', async () => {
  const { sender, nonceNow } = await begin({ used: 5, tales: [undefined, nonces(0)] })
  while (
    !(await sender.useUpTo(6).then(
      () => true,
      () => false,
    ))
  );
  expect(await nonceNow()).toBeGreaterThanOrEqual(7)
}, 60_000)

/** Waits until a proxy has been asked for a method so often. */
async function untilAsked(proxy: ChainProxy | undefined, method: string, times = 1): Promise<void> {
  while ((proxy?.calls.get(method) ?? 0) < times) await new Promise((resolve) => setTimeout(resolve, 20))
}
