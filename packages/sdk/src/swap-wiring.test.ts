/**
 * Whether a swap gives the right values to the rules that protect its money: depths, times and endpoints, and what it
 * saves before it reveals or sends something. Every number of one chain differs from the other's, so that a mix-up
 * fails a test.
 */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { hashSecret, predictVault } from '@tandem/escrow'
import { type Address, createClient, custom, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type ModelView, modelAnswer, modelEndpoint, registry, token } from '../test/support/model-endpoint.ts'
import type { TandemClient } from './client/create-client.ts'
import type { Claim, CreateInitiation, Order } from './client/types.ts'
import { Swap } from './swap.ts'
import type { SwapState } from './swap-state.ts'
import { TandemError } from './tandem-error.ts'
import { termsOf } from './verify/verify-order.ts'
import type { Wallet } from './wallet/wallet.ts'

const user = privateKeyToAccount(`0x${'12'.repeat(32)}`)
const solver = `0x${'2'.repeat(40)}` as Address
const secret = `0x${'5e'.repeat(32)}` as Hex
/** The time of both chains' newest blocks, and of our clock, in unix seconds. */
const now = 1_800_000_000
const head = 1_000

const from = {
  chain: 'a',
  chain_id: 71,
  registry_address: registry,
  block_time_ms: 2_000,
  finality_tag: null,
  confirmations: 3,
  confirmation_steps: [{ from_usd: 1_000, confirmations: 9 }],
  claim_safety_secs: 100,
  source_cancel_after_secs: 20_000,
  dest_cancel_after_secs: 3_100,
  fitted_windows: null,
}
const to = {
  chain: 'b',
  chain_id: 72,
  registry_address: registry,
  block_time_ms: 3_000,
  finality_tag: null,
  confirmations: 5,
  confirmation_steps: [{ from_usd: 1_000, confirmations: 14 }],
  claim_safety_secs: 170,
  source_cancel_after_secs: 30_000,
  dest_cancel_after_secs: 4_100,
  fitted_windows: null,
}
const fittedChains = [
  { ...from, fitted_windows: { reveal_secs: 61, claim_secs: 307 } },
  { ...to, fitted_windows: { reveal_secs: 83, claim_secs: 411 } },
]
const assets = ['a:usdc', 'b:usdc'].map((asset) => ({
  asset,
  token_address: token,
  decimals: 0,
  usd_price_ceiling: '1',
}))

interface Given {
  sourceAmount?: number
  /** Seconds from now. */
  sourceSecs?: number
  destinationSecs?: number
  fillSecs?: number
  initiateSecs?: number
  chains?: (typeof from | (typeof fittedChains)[number])[]
}

function orderOf({ sourceAmount = 101, sourceSecs = 12_000, destinationSecs = 3_000, ...given }: Given): Order {
  const side = (chain: typeof from, creator: Address, recipient: Address, amount: number, secs: number) => {
    const intent = {
      chain: chain.chain,
      asset: `${chain.chain}:usdc`,
      token_address: token,
      creator,
      recipient,
      amount: String(amount),
      cancel_after: now + secs,
      commitment_hash: hashSecret(secret),
      registry_address: registry,
      l1_hop: false,
      hop_bridge_factory: null,
      status: 'awaiting',
    } as unknown as Order['source_intent']
    return { ...intent, swap_id: predictVault({ registry, chainId: chain.chain_id, terms: termsOf(intent) }) }
  }
  const at = (secs: number | undefined) => (secs === undefined ? null : now + secs)
  return {
    order_id: 'o',
    quote_id: 'q',
    status: 'created',
    initiate_by: at(given.initiateSecs),
    fill_by: at(given.fillSecs),
    source_intent: side(from, user.address, solver, sourceAmount, sourceSecs),
    destination_intent: side(to, solver, user.address, 99, destinationSecs),
  } as Order
}

/**
 * A swap whose order is verified and saved, the chains that its endpoints show, and a log of what it saved and sent.
 */
async function aSwap(given: Given = {}, over: Partial<SwapState> = {}, endpoints?: Record<string, ModelView[]>) {
  const order = orderOf(given)
  const viewOf = ({ swap_id, amount }: Order['source_intent'], chainId: number): ModelView => ({
    chainId,
    head,
    time: now,
    vaults: [{ vault: swap_id as Address, amount: BigInt(amount) }],
  })
  const [a, b] = [viewOf(order.source_intent, from.chain_id), viewOf(order.destination_intent, to.chain_id)]
  const log: string[] = []
  const initiations: CreateInitiation[] = []
  const client = {
    getOrder: async () => order,
    createClaim: async () => {
      log.push('the secret left')
      return { claim_id: 'c' } as Claim
    },
    createInitiation: async (body: CreateInitiation) => {
      log.push('an initiation left')
      initiations.push(body)
      return {}
    },
    openOrderStream: async () => {
      throw new TandemError('NETWORK', 'no stream', { retryable: true })
    },
  } as unknown as TandemClient
  const state: SwapState = {
    secret,
    userId: 'u',
    sourceAddress: user.address,
    destinationAddress: user.address,
    startedAt: now,
    quote: {
      quote_id: 'q',
      route_type: 'direct',
      expires_at: new Date((now + 60) * 1_000).toISOString(),
      source: { asset: 'a:usdc', amount: order.source_intent.amount },
      destination: { asset: 'b:usdc', amount: order.destination_intent.amount },
    } as SwapState['quote'],
    orderId: 'o',
    order,
    vaults: {
      source: order.source_intent.swap_id as Address,
      destination: order.destination_intent.swap_id as Address,
    },
    ...over,
  }
  const shown = endpoints ?? { a: [a], b: [b] }
  const swap = await Swap.resume(state, {
    client,
    network: { chains: given.chains ?? [from, to], assets },
    save: ({ secretLeft, fundableUntil }) => {
      log.push(secretLeft ? 'saved: the secret leaves' : `saved: may be paid until ${fundableUntil}`)
    },
    evidence: {
      endpoints: Object.fromEntries(Object.entries(shown).map(([name, views]) => [name, views.map(modelEndpoint)])),
    },
  })
  return { swap, order, a, b, log, initiations }
}
type Started = Awaited<ReturnType<typeof aSwap>>

/** Creates both escrows in the model chains, this many blocks deep. */
function fund({ a, b }: Pick<Started, 'a' | 'b'>, depth: { source: number; destination: number }): void {
  const at = (view: ModelView, blocks: number) => {
    const [vault] = view.vaults
    if (vault !== undefined) vault.createdAt = view.head - blocks + 1
  }
  at(a, depth.source)
  at(b, depth.destination)
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? error,
  )
const once = { pollMs: 1, timeoutMs: 0 }

beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(now * 1_000))
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})
/** Stops the clock, so that time passes only when the test says so. */
const stopTime = () => jest.useFakeTimers({ now: now * 1_000 })

/**
 * Lets seconds pass on the stopped clock. A swap imports parts of the SDK when it first needs them, and the stopped clock would not
 * wait for them. Each second therefore begins when these parts are loaded.
 */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await Promise.all([
      import('./run/run-swap.ts'),
      import('./initiate/initiate.ts'),
      import('./settle/settle-vault.ts'),
    ])
    await jest.advanceTimersByTimeAsync(1_000)
  }
}

describe('a claim', () => {
  it.each([
    ['a source one block short of its depth', 101, { source: 2, destination: 5 }, 'SOURCE_NOT_INITIATED'],
    ['a destination one block short of its depth', 101, { source: 3, destination: 4 }, 'DESTINATION_NOT_INITIATED'],
    ['both escrows at the depth of their chains', 101, { source: 3, destination: 5 }, 'done'],
    ['a dear source one block short', 1_001, { source: 8, destination: 14 }, 'SOURCE_NOT_INITIATED'],
    ['a dear destination one block short', 1_001, { source: 9, destination: 13 }, 'DESTINATION_NOT_INITIATED'],
    ['a dear order at the depth of its worth', 1_001, { source: 9, destination: 14 }, 'done'],
  ])('with %s', async (_case, sourceAmount, depth, code) => {
    const started = await aSwap({ sourceAmount })
    fund(started, depth)
    expect(await codeOf(started.swap.claim(once))).toBe(code)
  })

  it.each([
    ['the safety of the destination’s chain', { destinationSecs: 170 }, 'done'],
    ['a second less than that', { destinationSecs: 169 }, 'TOO_LATE'],
  ])('with %s left', async (_case, given, code) => {
    const started = await aSwap(given)
    fund(started, { source: 3, destination: 5 })
    expect(await codeOf(started.swap.claim(once))).toBe(code)
  })

  it.each([
    ['the safety of the source’s chain', 100, 'done'],
    ['a second less than that', 99, 'TOO_LATE'],
  ])('with %s left on the source, by its own chain', async (_case, left, code) => {
    const started = await aSwap()
    started.a.time = started.order.source_intent.cancel_after - left
    fund(started, { source: 3, destination: 5 })
    expect(await codeOf(started.swap.claim(once))).toBe(code)
  })

  it('tells its state to be saved before the secret leaves', async () => {
    const started = await aSwap()
    fund(started, { source: 3, destination: 5 })
    await started.swap.claim(once)
    expect(started.log).toEqual(['saved: the secret leaves', 'the secret left'])
  })

  it.each(['a', 'b'] as const)('believes no endpoint of three alone about %s', async (chain) => {
    const { order, a, b } = await aSwap()
    const funded = { a: structuredClone(a), b: structuredClone(b) }
    fund(funded, { source: 3, destination: 5 })
    const threeOf = (name: 'a' | 'b', alone: ModelView) => {
      const other = name === chain ? { a, b }[name] : funded[name]
      return [alone, other, other]
    }
    const lied = await aSwap({}, { order }, { a: threeOf('a', funded.a), b: threeOf('b', funded.b) })
    expect(await codeOf(lied.swap.claim(once))).toMatch(/NOT_INITIATED/)
    expect(lied.log).toEqual([])
    const { swap } = await aSwap({}, { order }, { a: [a, funded.a, funded.a], b: [b, funded.b, funded.b] })
    expect(await codeOf(swap.claim(once))).toBe('done')
  })

  it('believes no endpoint of another chain', async () => {
    const started = await aSwap()
    fund(started, { source: 3, destination: 5 })
    started.a.chainId = to.chain_id
    expect(await codeOf(started.swap.claim(once))).toBe('EVIDENCE_UNAVAILABLE')
  })
})

/** A wallet whose endpoint shows this view of a chain. It records each request, and refuses to send transactions. */
function walletAt(view: ModelView, asked: string[] = []): Wallet {
  const request = async (given: { method: string; params?: readonly unknown[] }) => {
    asked.push(given.method)
    return modelAnswer(view, given)
  }
  return createClient({ account: user, transport: custom({ request }, { retryCount: 0 }) }) as unknown as Wallet
}

/** Adds a claim that is this many blocks deep, its own block included. */
const claimedAt = (view: ModelView, blocks: number) => {
  const [vault] = view.vaults
  if (vault !== undefined) vault.claimedAt = view.head - blocks + 1
}

/** An object whose `end` is the promise's result once it has one, and `running` until then. */
function begun<T>(work: Promise<T>): { end: T | 'running' } {
  const seen: { end: T | 'running' } = { end: 'running' }
  void work.then((end) => {
    seen.end = end
  })
  return seen
}

describe('a claim by the recipient’s own transaction', () => {
  it.each([
    ['one block short of the destination’s depth', 3_000, 4, 'DESTINATION_NOT_INITIATED'],
    ['with a second less than the destination’s safety', 169, 5, 'TOO_LATE'],
  ])('lets no secret leave %s', async (_case, destinationSecs, depth, code) => {
    const started = await aSwap({ destinationSecs })
    fund(started, { source: 20, destination: depth })
    expect(await codeOf(started.swap.claimOnHub(walletAt(started.b)))).toBe(code)
    expect(started.log).toEqual([])
  })

  it('leaves at that depth, with that time, and once that is saved', async () => {
    const started = await aSwap({ destinationSecs: 170 })
    fund(started, { source: 20, destination: 5 })
    // The claim fails, because the model chain accepts no transaction.
    await codeOf(started.swap.claimOnHub(walletAt(started.b)))
    expect(started.log).toEqual(['saved: the secret leaves'])
  })
})

describe('the watch over a claim', () => {
  it('ends at the depth of the destination, and not a block before', async () => {
    const started = await aSwap({}, { secretLeft: true })
    fund(started, { source: 20, destination: 20 })
    claimedAt(started.b, 4)
    stopTime()
    const watched = begun(started.swap.ensureClaimed(walletAt(started.b)))
    await pass(30)
    expect(watched.end).toBe('running')
    claimedAt(started.b, 5)
    await pass(30)
    expect(watched.end).toBeNull()
  })

  it.each([
    ['with less than half of the destination’s safety left has the wallet claim', 84, true],
    ['with half of it left waits for the relayer', 85, false],
  ])('%s', async (_case, destinationSecs, isAsked) => {
    const started = await aSwap({ destinationSecs }, { secretLeft: true })
    fund(started, { source: 20, destination: 20 })
    const asked: string[] = []
    await started.swap.ensureClaimed(walletAt(started.b, asked), { pollMs: 1, until: 0 })
    expect(asked.includes('eth_chainId')).toBe(isAsked)
  })

  it('reads a claim where it counts, unless it is asked for the newest block alone', async () => {
    const { swap, b } = await aSwap({}, { secretLeft: true })
    const [vault] = b.vaults
    if (vault !== undefined) vault.createdAt = 1
    claimedAt(b, 4)
    expect(await swap.claimProgress()).toMatchObject({ isClaimed: true, isClaimedAtDepth: false })
    expect(await swap.claimProgress(undefined, false)).toMatchObject({ isClaimed: true, isClaimedAtDepth: undefined })
    claimedAt(b, 5)
    expect(await swap.claimProgress()).toMatchObject({ isClaimed: true, isClaimedAtDepth: true })
  })
})

describe('a run', () => {
  it('goes on over the orderbook’s word “completed” until the claim stands at its depth', async () => {
    const started = await aSwap({}, { secretLeft: true })
    Object.assign(started.order, { status: 'completed' })
    await started.swap.refresh()
    fund(started, { source: 20, destination: 20 })
    claimedAt(started.a, 20)
    claimedAt(started.b, 4)
    const wallet = walletAt(started.a)
    stopTime()
    const run = begun(started.swap.run({ path: 'prefunded', wallet, submitter: { by: 'wallet' } }))
    await pass(30)
    expect(run.end).toBe('running')
    claimedAt(started.b, 5)
    await pass(30)
    expect(run.end).toMatchObject({ outcome: 'completed' })
  })
})

describe('an initiation', () => {
  const initiate = ({ swap, a }: Started) =>
    codeOf(swap.initiate('signed', walletAt(a), { by: 'relayer', client: clientOf(swap) }))
  const clients = new WeakMap<Swap, TandemClient>()
  const clientOf = (swap: Swap): TandemClient => clients.get(swap) as TandemClient
  const start = async (given: Given) => {
    const started = await aSwap(given)
    const createInitiation = async (body: CreateInitiation) => {
      started.log.push('an initiation left')
      started.initiations.push(body)
      return {}
    }
    clients.set(started.swap, { createInitiation } as unknown as TandemClient)
    return started
  }

  it.each<[string, Given, string]>([
    ['in time to be mined while the maker is bound, by the source’s blocks', { initiateSecs: 10 }, 'done'],
    ['a second later', { initiateSecs: 9 }, 'TOO_LATE'],
    ['in time for the depth of the source, and for the maker', { fillSecs: 37 }, 'done'],
    ['a second later', { fillSecs: 36 }, 'TOO_LATE'],
    ['in time for both depths and the destination’s safety', { destinationSecs: 222 }, 'done'],
    ['a second later', { destinationSecs: 221 }, 'TOO_LATE'],
    ['of a dear order in time for its depth', { fillSecs: 49, sourceAmount: 1_001 }, 'done'],
    ['of a dear order a second later', { fillSecs: 48, sourceAmount: 1_001 }, 'TOO_LATE'],
  ])('%s', async (_case, given, code) => {
    const started = await start(given)
    expect(await initiate(started)).toBe(code)
    expect(started.initiations).toHaveLength(code === 'done' ? 1 : 0)
  })

  it.each(['prefunded', 'permit', 'signed', 'permit2', 'eip3009'] as const)(
    'by %s asks nothing of a wallet that stands on another account than the order’s',
    async (path) => {
      const started = await start({})
      const asked: string[] = []
      const account = privateKeyToAccount(`0x${'13'.repeat(32)}`)
      const other = { ...walletAt(started.a, asked), account } as Wallet
      const submitter = { by: 'relayer', client: clientOf(started.swap) } as const
      expect(await codeOf(started.swap.initiate(path, other, submitter))).toBe('WRONG_ACCOUNT')
      expect([asked, started.log]).toEqual([[], []])
    },
  )

  it('asks for no signature by another path while an earlier one can still pay, unless told to', async () => {
    const started = await start({})
    const submitter = { by: 'relayer', client: clientOf(started.swap) } as const
    const by = (path: 'signed' | 'prefunded', options = {}) =>
      codeOf(started.swap.initiate(path, walletAt(started.a), submitter, options))
    expect([await by('signed'), await by('signed')]).toEqual(['done', 'done'])
    expect(await by('prefunded')).toBe('STILL_PAYABLE')
    expect(started.initiations.map(({ type }) => type)).toEqual(['signed', 'signed'])
    expect(await by('prefunded', { allowSecondPayment: true })).not.toBe('STILL_PAYABLE')
  })

  it('by a run pays by another path as well where the application allows a second payment', async () => {
    stopTime()
    const toldBy = async (allowSecondPayment: boolean) => {
      const started = await start({})
      const submitter = { by: 'relayer', client: clientOf(started.swap) } as const
      await started.swap.initiate('signed', walletAt(started.a), submitter)
      const [reasons, ending] = [new Set<string | undefined>(), new AbortController()]
      const running = started.swap.run({
        path: 'prefunded',
        wallet: walletAt(started.a),
        submitter,
        allowSecondPayment,
        signal: ending.signal,
        onProgress: ({ reason }) => reasons.add(reason?.code),
      })
      const ended = codeOf(running)
      await pass(20)
      ending.abort()
      await pass(5)
      return [...reasons, await ended]
    }
    expect(await toldBy(false)).toEqual([undefined, 'STILL_PAYABLE', 'ABORTED'])
    // The error comes from the wallet, so it was asked to send: the model chain accepts no transaction.
    expect(await toldBy(true)).toEqual([undefined, expect.objectContaining({ name: 'TransactionExecutionError' })])
  })

  it('tells its state to be saved before its signature leaves', async () => {
    const started = await start({})
    await initiate(started)
    expect(started.log[0]).toBe(`saved: may be paid until ${now + 600}`)
    expect(started.log.indexOf('an initiation left')).toBeGreaterThan(0)
  })
})

describe('an order', () => {
  /**
   * The margin that the two deadlines need: 15 s until the destination is at depth, 6 s until the source is, and the
   * `claim_secs` of the source chain's fitted windows.
   */
  const margin = 15 + 6 + 307
  const base = { chains: fittedChains, destinationSecs: 2_000 }
  it.each<[string, Given, boolean]>([
    ['with the least margin of its chains', { ...base, sourceSecs: 2_000 + margin }, true],
    ['a second less', { ...base, sourceSecs: 2_000 + margin - 1 }, false],
    [
      'whose destination outlives fill_by by depth and safety',
      { ...base, sourceSecs: 2_400, fillSecs: 2_000 - 15 - 170 },
      true,
    ],
    ['a second less', { ...base, sourceSecs: 2_400, fillSecs: 2_000 - 15 - 170 + 1 }, false],
    ['whose destination lives as long as its chain says', { sourceSecs: 12_000, destinationSecs: 4_100 + 900 }, true],
    ['a second longer', { sourceSecs: 12_000, destinationSecs: 4_100 + 900 + 1 }, false],
    ['whose source lives as long as its chain says', { sourceSecs: 20_000 + 900 }, true],
    ['a second longer', { sourceSecs: 20_000 + 900 + 1 }, false],
  ])('%s', async (_case, given, isTaken) => {
    const started = aSwap(given, { vaults: undefined as never })
    expect(await codeOf(started)).toBe(isTaken ? 'done' : 'UNVERIFIED')
  })
})
