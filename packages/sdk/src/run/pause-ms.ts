import { lastingMs } from './reason.ts'

interface Round {
  pollMs: number
  /** Milliseconds between two rounds beside an event stream; `undefined` where there is no stream. */
  besideStreamMs: number | undefined
  /** The milliseconds for which a service asked to be left alone; `undefined` where nothing failed. */
  retryAfterMs: number | undefined
  isSecretOut: boolean
  /** How long a block takes, in milliseconds, while only the depth of a claim is missing. */
  deepeningMs: number | undefined
  /** True while a wallet has not answered. */
  isUnderWay: boolean
  /** True while a failure is not shown yet, or nobody has said what the step waits for. */
  isUnexplained: boolean
}

/** How long a run waits between two rounds, in milliseconds. An event of the order ends the pause early. */
export function pauseMs(round: Round): number {
  const { pollMs, retryAfterMs, deepeningMs, isUnderWay, isUnexplained } = round
  const isBeside = retryAfterMs === undefined && deepeningMs === undefined && !isUnderWay
  const longMs = isBeside ? (round.besideStreamMs ?? pollMs) : pollMs
  // Shortened, because a reason is shown after five seconds, and the next round has to come in time for that.
  const isShortened = isBeside && round.besideStreamMs !== undefined && isUnexplained
  // Without the bound, a service could delay the destination's claim once the secret is out.
  const askedMs = round.isSecretOut ? 0 : (retryAfterMs ?? 0)
  return Math.max(isShortened ? Math.min(longMs, lastingMs) : longMs, deepeningMs ?? 0, askedMs)
}
