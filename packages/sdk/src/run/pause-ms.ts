import { lastingMs } from './reason.ts'

interface Round {
  pollMs: number
  /** Milliseconds between two rounds while an event stream is open; `undefined` when none is open. */
  besideStreamMs: number | undefined
  /** The milliseconds for which a service asked to be left alone; `undefined` when no request failed. */
  retryAfterMs: number | undefined
  isSecretOut: boolean
  /**
   * The block time in milliseconds, while the run only waits for the confirmations of a claim; otherwise `undefined`.
   */
  deepeningMs: number | undefined
  /** True while a step waits for a wallet. */
  isUnderWay: boolean
  /** True while a failure is not reported yet, or nobody has said what the step waits for. */
  isUnexplained: boolean
}

/** How long a run waits between two rounds, in milliseconds. An event of the order ends the pause early. */
export function pauseMs(round: Round): number {
  const { pollMs, retryAfterMs, deepeningMs, isUnderWay, isUnexplained } = round
  const isBeside = retryAfterMs === undefined && deepeningMs === undefined && !isUnderWay
  const longMs = isBeside ? (round.besideStreamMs ?? pollMs) : pollMs
  // A reason is reported after five seconds, so the next round must not come later than that.
  const isShortened = isBeside && round.besideStreamMs !== undefined && isUnexplained
  // Once the secret is out, the destination has to be claimed in time: a service must not delay that by asking for a
  // pause.
  const askedMs = round.isSecretOut ? 0 : (retryAfterMs ?? 0)
  return Math.max(isShortened ? Math.min(longMs, lastingMs) : longMs, deepeningMs ?? 0, askedMs)
}
