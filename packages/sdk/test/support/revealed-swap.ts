import { jest } from '@jest/globals'
import type { OpenStream } from '../../src/client/stream-events.ts'
import type { Order, OrderStatus } from '../../src/client/types.ts'
import type { Refunded } from '../../src/evidence/read-is-refund-confirmed.ts'
import type { RunOptions } from '../../src/run/run-options.ts'
import { runSwap } from '../../src/run/run-swap.ts'
import type { RunnableSwap } from '../../src/run/runnable-swap.ts'
import { TandemError } from '../../src/tandem-error.ts'

const nowSecs = () => Math.floor(Date.now() / 1000)
export const unreadable = new TandemError('EVIDENCE_UNAVAILABLE', 'no state that deep', { retryable: true })
/** An event stream that stays open and brings no event. */
const silentStream: OpenStream = async (_orderId, { signal }) =>
  (async function* () {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })()

interface Chain {
  isClaimed: boolean
  isClaimedAtDepth: boolean | 'unreadable'
  isOver?: boolean
}

/**
 * Makes a swap whose secret is out. The test decides by `chain` what the chain shows of the claim, and reads from
 * `counts` how often the relayer and the chain were asked.
 */
export function revealedSwap(status: OrderStatus, chain: Chain) {
  const order = {
    order_id: 'o',
    status,
    source_intent: { cancel_after: nowSecs() + 400 },
    destination_intent: { cancel_after: nowSecs() + 200 },
  } as Order
  const counts = { claims: 0, reads: 0, refunds: 0 }
  const source = { shown: 'claimed' as Refunded['shown'], confirmed: ['claimed', 'nothing', 'cancelled', 'recovered'] }
  const relayer = {
    refusal: undefined as TandemError | undefined,
    isSecretPublic: [] as unknown[],
    wait: [] as (boolean | undefined)[],
  }
  const swap = {
    order,
    isChainOnly: false,
    isSecretOut: true,
    claimWaits: false,
    hasDestination: true,
    fundableUntil: 0,
    blockTimeMs: 12_000,
    refresh: async () => order,
    explain: async () => undefined,
    initiationReason: async () => undefined,
    canAskDestination: () => true,
    isClaimed: async () => chain.isClaimed,
    claimProgress: async () => {
      counts.reads += 1
      const { isClaimed, isClaimedAtDepth, isOver = false } = chain
      if (isClaimedAtDepth === 'unreadable') throw unreadable
      return { isClaimed, isClaimedAtDepth, isOver }
    },
    shows: async () => true,
    confirms: async (shown: string) => source.confirmed.includes(shown),
    claim: async ({ isSecretPublic, wait }: { isSecretPublic?: boolean; wait?: boolean }) => {
      counts.claims += 1
      relayer.isSecretPublic.push(isSecretPublic)
      relayer.wait.push(wait)
      if (relayer.refusal !== undefined) throw relayer.refusal
      return {}
    },
    sendRefund: async (): Promise<Refunded> => {
      counts.refunds += 1
      return { txHash: null, amount: 0n, shown: source.shown }
    },
  }
  return { swap: swap as unknown as RunnableSwap, order, counts, chain, source, relayer }
}

/** Begins a run. It has no recipient's wallet unless `over` gives one. */
export function begin(swap: RunnableSwap, over: Partial<RunOptions> = {}, stream = silentStream) {
  const ending = new AbortController()
  const { signal } = ending
  const options = { path: 'prefunded', wallet: {} as never, submitter: { by: 'wallet' }, signal, ...over } as const
  const outcome = runSwap(swap, options, stream).then(
    (end) => end.outcome,
    (error: TandemError) => error.code,
  )
  const end = () => {
    ending.abort()
    return outcome
  }
  return { outcome, end }
}
export const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)
/** Aborts a run and returns how it ended; `running` if it does not end. */
export const endOf = (run: ReturnType<typeof begin>) => Promise.race([run.end(), pass(0).then(() => 'running')])
