import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Refunded } from '../cancel.ts'
import type { OpenStream } from '../client/stream-events.ts'
import type { Order, OrderStatus } from '../client/types.ts'
import { TandemError } from '../tandem-error.ts'
import { runSwap } from './run-swap.ts'
import type { RunnableSwap } from './runnable-swap.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const nowSecs = () => Math.floor(Date.now() / 1000)
const unreadable = new TandemError('EVIDENCE_UNAVAILABLE', 'no state that deep', { retryable: true })
/** A stream that is open and says nothing until it is closed. */
const silentStream: OpenStream = async (_orderId, { signal }) =>
  (async function* () {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })()

/** A swap whose secret is out and whose claim the chain shows as the test says; each call to the relayer is counted. */
function revealedSwap(status: OrderStatus, chain: { isClaimed: boolean; isClaimedAtDepth: boolean | 'unreadable' }) {
  const order = {
    order_id: 'o',
    status,
    source_intent: { cancel_after: nowSecs() + 400 },
    destination_intent: { cancel_after: nowSecs() + 200 },
  } as Order
  const counts = { claims: 0, looks: 0 }
  const swap = {
    order,
    isChainOnly: false,
    isSecretOut: true,
    hasDestination: true,
    fundableUntil: 0,
    blockTimeMs: 12_000,
    refresh: async () => order,
    canAskDestination: () => true,
    isClaimed: async () => chain.isClaimed,
    claimProgress: async () => {
      counts.looks += 1
      const { isClaimed, isClaimedAtDepth } = chain
      if (isClaimedAtDepth === 'unreadable') throw unreadable
      return { isClaimed, isClaimedAtDepth }
    },
    shows: async () => true,
    claim: async () => {
      counts.claims += 1
      return {}
    },
    refund: async (): Promise<Refunded> => ({ txHash: null, amount: 0n, shown: 'claimed' }),
  }
  return { swap: swap as unknown as RunnableSwap, counts, chain }
}

/** Runs without a wallet of the recipient until the test has seen enough. */
function begin(swap: RunnableSwap) {
  const ending = new AbortController()
  const { signal } = ending
  const options = { path: 'prefunded', wallet: {} as never, submitter: { by: 'wallet' }, signal } as const
  const outcome = runSwap(swap, options, silentStream).then(
    (end) => end.outcome,
    (error: TandemError) => error.code,
  )
  const end = () => {
    ending.abort()
    return outcome
  }
  return { outcome, end }
}
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)

describe('runSwap without a wallet of the recipient', () => {
  it('hands the claim to the relayer again when a reorganization takes it back', async () => {
    const { swap, counts, chain } = revealedSwap('destination_initiated', { isClaimed: false, isClaimedAtDepth: false })
    const run = begin(swap)
    await pass(0)
    chain.isClaimed = true
    await pass(60_000)
    expect(counts.claims).toBe(1)
    chain.isClaimed = false
    await pass(60_000)
    expect(counts.claims).toBe(2)
    expect(await run.end()).toBe('ABORTED')
  })

  it('ends no paid swap as "ended" where the endpoints cannot read at depth', async () => {
    const { swap, chain } = revealedSwap('refundable', { isClaimed: true, isClaimedAtDepth: 'unreadable' })
    const run = begin(swap)
    await pass(500_000)
    chain.isClaimedAtDepth = true
    await pass(60_000)
    expect(await run.end()).toBe('paid')
  })
})

describe('runSwap while only the depth of a claim is awaited', () => {
  it.each([
    ['does not show it yet', false],
    ['cannot be read there', 'unreadable'],
  ] as const)('looks once in each block, also beside an event stream, where the chain %s', async (_name, atDepth) => {
    const { swap, counts } = revealedSwap('completed', { isClaimed: true, isClaimedAtDepth: atDepth })
    const run = begin(swap)
    await pass(10 * 12_000 - 1)
    expect(counts.looks).toBe(10)
    expect(await run.end()).toBe('ABORTED')
  })
})
