import type { Order } from '../client/types.ts'
import { sleep } from '../sleep.ts'
import type { SwapState } from '../swap-state.ts'
import { isRefusal, TandemError } from '../tandem-error.ts'

/** What is known of a swap whose run failed. */
export interface PursuedSwap {
  state: SwapState
  /** The order as last read, by the orderbook's word. */
  order?: Order | undefined
}

/** Milliseconds until a run is begun again, after an error and after the user's refusal. */
const failedPauseMs = 5_000
const refusedPauseMs = 30_000
/** How many pauses long the wait is once the destination's time is over: only the refund is left then. */
const latePauses = 10

/** Codes of our own checks that the same arguments will meet again. The same code from a server does not count. */
const incurable = ['ABORTED', 'HOP_REQUIRED', 'EVIDENCE_REQUIRED', 'NOT_THE_RECIPIENT']

/**
 * Decides whether a failed run is begun again by itself. No error ends a swap whose secret is out, because another
 * party may know it. No error that may pass ends a swap that may have been paid.
 *
 * @param nowMs unix milliseconds.
 * @returns the milliseconds to wait; `undefined` when the application or its user has to act.
 */
export function pauseAfter(error: unknown, { state, order }: PursuedSwap, nowMs: number): number | undefined {
  const isIncurable = error instanceof TandemError && error.httpStatus === undefined && incurable.includes(error.code)
  if (isIncurable) return undefined
  const isRefused = isRefusal(error)
  const isPassing = error instanceof TandemError && error.retryable && !isRefused
  if (state.secretLeft !== true && !(isPassing && mayBePaid({ state, order }))) return undefined
  const isLate = nowMs / 1000 >= claimableUntil({ state, order })
  return (isRefused ? refusedPauseMs : failedPauseMs) * (isLate ? latePauses : 1)
}

/** Whether the swap may have been paid, by what was signed or sent, or by the orderbook's word. */
const mayBePaid = ({ state, order }: PursuedSwap): boolean =>
  (state.fundableUntil ?? 0) > 0 || (order !== undefined && order.status !== 'created' && order.status !== 'expired')

/** Until when the destination can be claimed, in unix seconds. Without an order, a day is assumed. */
const claimableUntil = ({ state, order }: PursuedSwap): number =>
  (state.order ?? order)?.destination_intent.cancel_after ?? (state.startedAt ?? 0) + 86_400

/**
 * Repeats a run of a swap over errors, as long as money may be at stake: 5 seconds after an error, 30 seconds after the user
 * refused, and ten times as long once the destination's time is over.
 * @param run gets whether it was begun before. Then it should initiate nothing: the user asked for that once.
 * @param options.known the swap as last known; `undefined` once the application has forgotten it.
 * @param options.onFailure told of each error after which the run is begun again, with the milliseconds until then.
 * @param options.signal ends the pursuit with `ABORTED`, in a pause.
 * @throws the error of the run where nothing may be at stake, or where the application or its user has to act.
 * @example
 * const result = await pursue((isAgain) => swap.run({ ...options, initiates: !isAgain }), {
 *   known: () => ({ state: swap.state, order: swap.order }),
 * })
 */
export async function pursue<T>(
  run: (isAgain: boolean) => Promise<T>,
  {
    known,
    onFailure,
    signal,
  }: {
    known: () => PursuedSwap | undefined
    onFailure?: (error: unknown, pauseMs: number) => void
    signal?: AbortSignal | undefined
  },
): Promise<T> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await run(isAgain)
    } catch (error) {
      const swap = known()
      const pauseMs = swap === undefined ? undefined : pauseAfter(error, swap, Date.now())
      if (pauseMs === undefined) throw error
      onFailure?.(error, pauseMs)
      await sleep(pauseMs, signal)
    }
  }
}
