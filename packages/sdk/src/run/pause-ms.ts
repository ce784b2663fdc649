import { lastingMs } from './reason.ts'

interface Round {
  pollMs: number
  /** `undefined` without an event stream. */
  besideStreamMs: number | undefined
  /** What a service asked for; `undefined` where nothing failed. */
  retryAfterMs: number | undefined
  isSecretOut: boolean
  /** The time of a block, while only the depth of a claim is missing. */
  deepeningMs: number | undefined
  /** A wallet has not answered yet. */
  isUnderWay: boolean
  /** A failure is not shown yet, or nobody has said what the step waits for. */
  isUnexplained: boolean
}

/** How long a run waits between two looks, in milliseconds. An event of the order ends the pause early. */
export function pauseMs(round: Round): number {
  const { pollMs, retryAfterMs, deepeningMs, isUnderWay, isUnexplained } = round
  const isBeside = retryAfterMs === undefined && deepeningMs === undefined && !isUnderWay
  const longMs = isBeside ? (round.besideStreamMs ?? pollMs) : pollMs
  // A reason is shown after five seconds: the next look comes in time for it.
  const isShortened = isBeside && round.besideStreamMs !== undefined && isUnexplained
  // Once the secret is out, no service delays the destination.
  const askedMs = round.isSecretOut ? 0 : (retryAfterMs ?? 0)
  return Math.max(isShortened ? Math.min(longMs, lastingMs) : longMs, deepeningMs ?? 0, askedMs)
}
