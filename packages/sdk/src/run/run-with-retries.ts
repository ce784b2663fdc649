import type { Order } from '../client/types.ts'
import { sleep } from '../sleep.ts'
import type { SwapState } from '../swap-state.ts'
import { isRefusal, TandemError } from '../tandem-error.ts'

/** The swap of a failed run, as the application knows it. {@link runWithRetries} decides by it whether to run again. */
export interface RetriedSwap {
  state: SwapState
  /** The order as it was last read. Its status is what the orderbook says. */
  order?: Order | undefined
}

/** How long to wait before the next run, in milliseconds: after an error, and after the user's refusal. */
const failedPauseMs = 5_000
const refusedPauseMs = 30_000
/**
 * Both pauses are this many times longer after the destination's `cancel_after`, when only the refund is left to do.
 */
const latePauses = 10

/**
 * Codes of the SDK's own checks that the next run with the same options would meet again. The same code from a server
 * does not count, because a server may change its answer.
 */
const incurable = ['ABORTED', 'HOP_REQUIRED', 'EVIDENCE_REQUIRED', 'NOT_THE_RECIPIENT']

/**
 * Decides whether a failed run is repeated without asking the user. With the secret out it always is, unless the next
 * run must fail in the same way: others may know the secret, so the recipient has to claim in time. While the secret is
 * not out, the run is repeated after a retryable error, if the swap may have been paid.
 *
 * @param nowMs unix milliseconds.
 * @returns the milliseconds to wait; `undefined` when the run is not repeated.
 */
export function retryPauseMs(error: unknown, { state, order }: RetriedSwap, nowMs: number): number | undefined {
  const isIncurable = error instanceof TandemError && error.httpStatus === undefined && incurable.includes(error.code)
  if (isIncurable) return undefined
  const isRefused = isRefusal(error)
  const isRetryable = error instanceof TandemError && error.retryable && !isRefused
  if (state.secretLeft !== true && !(isRetryable && mayBePaid({ state, order }))) return undefined
  const isLate = nowMs / 1000 >= claimableUntil({ state, order })
  return (isRefused ? refusedPauseMs : failedPauseMs) * (isLate ? latePauses : 1)
}

/** Whether the source may have been paid: something was signed or sent for it, or the orderbook says that it was. */
const mayBePaid = ({ state, order }: RetriedSwap): boolean =>
  (state.fundableUntil ?? 0) > 0 || (order !== undefined && order.status !== 'created' && order.status !== 'expired')

/** Until when the destination can be claimed, in unix seconds. Without an order, a day from the start is assumed. */
const claimableUntil = ({ state, order }: RetriedSwap): number =>
  (state.order ?? order)?.destination_intent.cancel_after ?? (state.startedAt ?? 0) + 86_400

/**
 * Runs a swap, and repeats the run after an error as long as money may be at stake: 5 seconds after an error, 30
 * seconds after the user's refusal, and ten times as long after the destination's `cancel_after`.
 *
 * @param run starts a run. Its argument is false at first and true for every repetition. A repetition should initiate
 * nothing (`initiates: false`), because the user asked for the payment only once.
 * @param options.known returns the swap as it is known now; `undefined` when the application has deleted it.
 * @param options.onFailure called with each error that leads to a repetition, and with the milliseconds until then.
 * @param options.signal ends the wait between two runs with `ABORTED`. Give it to the run as well.
 * @throws the error of the run when no money may be at stake, or when the application or its user has to act first.
 * @example
 * const result = await runWithRetries((isRetry) => swap.run({ ...options, initiates: !isRetry }), {
 *   known: () => ({ state: swap.state, order: swap.order }),
 * })
 */
export async function runWithRetries<T>(
  run: (isRetry: boolean) => Promise<T>,
  {
    known,
    onFailure,
    signal,
  }: {
    known: () => RetriedSwap | undefined
    onFailure?: (error: unknown, pauseMs: number) => void
    signal?: AbortSignal | undefined
  },
): Promise<T> {
  for (let isRetry = false; ; isRetry = true) {
    try {
      return await run(isRetry)
    } catch (error) {
      const swap = known()
      const pauseMs = swap === undefined ? undefined : retryPauseMs(error, swap, Date.now())
      if (pauseMs === undefined) throw error
      onFailure?.(error, pauseMs)
      await sleep(pauseMs, signal)
    }
  }
}
