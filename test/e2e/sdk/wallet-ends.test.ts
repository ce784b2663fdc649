/** What a step does when the wallet's transaction is sped up, cancelled, executed much later, or refused. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts } from '@tandem/devnet'
import { encodeCreateEscrowPermit, encodeCreateEscrowSigned } from '@tandem/escrow'
import {
  type CreateInitiation,
  isRefusal,
  Swap,
  type TandemClient,
  TandemError,
  termsOf,
  type Wallet,
} from '@tandem/sdk'
import { type Address, createClient, custom, type EIP1193RequestFn, type Hex, parseGwei } from 'viem'
import { honestServices, sendAsSolver } from '../../support/honest-services.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { startTwoChains, type TwoChains, whileMining } from '../../support/two-chains.ts'
import { amount, evidenceOf, usdcOf, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
})
afterAll(() => chains?.stop())
afterEach(() => chains.a.control.setAutomine(true))

const { address } = accounts.user

async function aSwap(over: object = {}) {
  const { client } = inMemoryServices(chains)
  const swap = await Swap.start({ ...usdcRequest, ...over }, { client, network: chains.network, save: () => undefined })
  return { swap, client }
}

interface Sent {
  from: Address
  to: Address
  data: Hex
  value?: Hex
}

/** A wallet of the user that answers a transaction in its own way. */
function walletThat(sends: (sent: Sent) => Promise<Hex>) {
  const asked: string[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_sendTransaction') {
      asked.push(method)
      return sends((params as [Sent])[0])
    }
    return chains.a.control.request({ method, params } as never)
  }
  const transport = custom({ request: request as EIP1193RequestFn }, { retryCount: 0 })
  const wallet = createClient({ account: { address, type: 'json-rpc' }, transport, pollingInterval: 50 }) as Wallet
  return { wallet, asked }
}

const send = (sent: object): Promise<Hex> =>
  chains.a.control.request({ method: 'eth_sendTransaction', params: [sent] } as never)

/** Leaves a transaction in the pool, and replaces it with another one under its nonce. */
async function replaced(sent: Sent, by: (sent: Sent) => object): Promise<Hex> {
  await chains.a.control.setAutomine(false)
  const fees = (gwei: string) => ({
    maxFeePerGas: `0x${parseGwei(gwei).toString(16)}`,
    maxPriorityFeePerGas: `0x${parseGwei('1').toString(16)}`,
  })
  const nonce = await chains.a.control.getTransactionCount({ address })
  const numbered = { nonce: `0x${nonce.toString(16)}`, gas: '0x4c4b40' }
  const hash = await send({ ...sent, ...numbered, ...fees('10') })
  setTimeout(async () => {
    await send({ ...by(sent), ...numbered, ...fees('100'), maxPriorityFeePerGas: `0x${parseGwei('20').toString(16)}` })
    await chains.a.control.mine({ blocks: 1 })
    await chains.a.control.mine({ blocks: 5 })
  }, 1_000)
  return hash
}

describe('a transaction that a wallet took', () => {
  it('is followed where the wallet speeds it up', async () => {
    const { swap } = await aSwap()
    const { wallet, asked } = walletThat((sent) => (asked.length > 1 ? send(sent) : replaced(sent, (same) => same)))
    const speeding = swap.initiate('prefunded', wallet, { by: 'wallet' })
    setTimeout(() => chains.a.control.setAutomine(true), 3_000)
    expect(await speeding).toMatchObject({ shown: 'created' })
  })

  it('counts as refused where the wallet cancels it, once that is at depth', async () => {
    const { swap } = await aSwap({ sourceAsset: 'devnet_a:eth', destinationAsset: 'devnet_b:eth' })
    const { wallet } = walletThat((sent) =>
      replaced(sent, ({ from }) => ({ from, to: from, value: '0x0', data: '0x' })),
    )
    const error = await swap.initiate('native', wallet, { by: 'wallet' }).catch((refused: unknown) => refused)
    expect(error).toMatchObject({ code: 'CANCELLED_IN_WALLET', retryable: false })
    expect(isRefusal(error)).toBe(true)
    // The user may go on with the same swap.
    await chains.a.control.setAutomine(true)
    expect(await swap.initiate('native', chains.a.user, { by: 'wallet' })).toMatchObject({ shown: 'created' })
  })

  it('is over once the vault stands, where its hash is that of a multisig’s proposal', async () => {
    const { swap } = await aSwap({ sourceAsset: 'devnet_a:eth', destinationAsset: 'devnet_b:eth' })
    const { wallet, asked } = walletThat(async (sent) => {
      setTimeout(() => void send(sent), 2_000)
      return `0x${'ab'.repeat(32)}`
    })
    expect(await swap.initiate('native', wallet, { by: 'wallet' })).toMatchObject({ shown: 'created' })
    expect(asked).toHaveLength(1)
  })
})

it('a refused change of the network is told as that, and is the user’s refusal', async () => {
  const { swap } = await aSwap()
  const switchChain = async () => {
    throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  }
  const error = await swap
    .initiate('permit', chains.b.user as unknown as Wallet, { by: 'wallet' }, { switchChain })
    .catch((refused: unknown) => refused)
  expect(error).toMatchObject({ code: 'WRONG_CHAIN' })
  expect((error as Error).message).toMatch(/its change to devnet_a was refused; nothing was signed or sent/)
  expect(isRefusal(error)).toBe(true)
})

it('two swaps of one wallet by permits of the same number both end: the second signs again', async () => {
  const handed: CreateInitiation[] = []
  const relayerOf = (client: TandemClient) => {
    const createInitiation = async (body: CreateInitiation) => {
      handed.push(body)
      throw new TandemError('CREATION_REVERTS', 'not now', { retryable: true })
    }
    return { by: 'relayer', client: { ...client, createInitiation } as unknown as TandemClient } as const
  }
  const [one, other] = [await aSwap(), await aSwap()]
  for (const { swap, client } of [one, other])
    await swap.initiate('permit', chains.a.user, relayerOf(client)).catch(() => undefined)
  const create = async (swap: Swap, body: CreateInitiation | undefined) => {
    if (body?.type !== 'permit') throw new Error(`no permit, but ${body?.type}`)
    const data = encodeCreateEscrowPermit({
      terms: termsOf(swap.order.source_intent),
      permitDeadline: BigInt(body.permit_deadline),
      permitSignature: body.permit_signature as Hex,
      deadline: body.deadline,
      creatorSignature: body.creator_signature as Hex,
    })
    const hash = await chains.a.solver.sendTransaction({
      to: swap.order.source_intent.registry_address as Address,
      data,
      gas: 500_000n,
    })
    return (await chains.a.control.waitForTransactionReceipt({ hash })).status
  }
  expect([await create(one.swap, handed[0]), await create(other.swap, handed[1])]).toEqual(['success', 'reverted'])
  await other.swap.initiate('permit', chains.a.user, relayerOf(other.client)).catch(() => undefined)
  expect(await create(other.swap, handed[2])).toBe('success')
})

/** A relayer that sends the creation which it gets, and refuses one that would revert. */
function creatingRelayer(swap: () => Swap, client: TandemClient) {
  const createInitiation = async (body: CreateInitiation) => {
    if (body.type !== 'signed') throw new Error(`not signed, but ${body.type}`)
    const { deadline, creator_signature: signature } = body
    const { source_intent: source } = swap().order
    const data = encodeCreateEscrowSigned({
      terms: termsOf(source),
      deadline,
      creatorSignature: signature as Hex,
    })
    const to = source.registry_address as Address
    // The gas estimate fails if the transaction would revert.
    await sendAsSolver(chains, 'a', { to, data }).catch((cause: unknown) => {
      throw new TandemError('CREATION_REVERTS', 'the creation would revert', { retryable: true, cause })
    })
    return {}
  }
  return { by: 'relayer', client: { ...client, createInitiation } as unknown as TandemClient } as const
}

it.each(['wallet', 'relayer'] as const)(
  'two swaps of one wallet by `signed` at once both end, sent by the %s: an allowance that the other used is given again',
  async (by) => {
    const before = await Promise.all([usdcOf(chains, 'a'), usdcOf(chains, 'b')])
    const { client } = honestServices(chains)
    const start = () =>
      Swap.start(usdcRequest, {
        client,
        network: chains.network,
        evidence: evidenceOf(chains),
        save: () => undefined,
      })
    const swaps = [await start(), await start()]
    // Sends one transaction after the other, as a wallet does, each with a nonce of its own.
    let sending: Promise<unknown> = Promise.resolve()
    const inTurns: typeof send = (...given) => {
      const sent = sending.then(() => send(...given))
      sending = sent.catch(() => undefined)
      return sent
    }
    const { wallet, asked } = walletThat(inTurns)
    const ends = await whileMining(chains, () =>
      Promise.all(
        swaps.map((swap) =>
          swap.run({
            path: 'signed',
            wallet,
            destinationWallet: chains.b.user,
            submitter: by === 'wallet' ? { by } : creatingRelayer(() => swap, client),
            pollMs: 200,
          }),
        ),
      ),
    )
    expect(ends.map(({ outcome }) => outcome)).toEqual(['completed', 'completed'])
    const after = await Promise.all([usdcOf(chains, 'a'), usdcOf(chains, 'b')])
    expect([before[0] - after[0], after[1] - before[1]]).toEqual([2n * amount, 2n * amount])
    expect(asked.length).toBeGreaterThan(by === 'wallet' ? 3 : 1)
  },
)
