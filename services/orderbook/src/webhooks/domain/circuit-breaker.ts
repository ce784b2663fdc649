/** The state of a webhook after a failed attempt. */
export type Failing = { readonly failures: number; readonly failingSince: Date | null }

export type AfterFailure = {
  readonly failingSince: Date
  /** Nothing is sent before this time. Null when the next delivery may be tried at its own time. */
  readonly pausedUntil: Date | null
  /** Set when the webhook is given up, until its owner enables it. */
  readonly disabledAt: Date | null
}

const failuresToPause = 5
const firstPauseSecs = 10
const longestPauseSecs = 600
/** How long a webhook may fail without a success before it is given up. */
const disableAfterMs = 3 * 86_400_000

/**
 * The state of a webhook after a failed attempt. From the fifth failure in a row the webhook rests for 10 s, then twice as
 * long each time, up to ten minutes. After three days without a success it is given up.
 * @param failing the number of failures in a row, with this one, and the time of the first one before it.
 */
export function afterFailure(failing: Failing, now: Date): AfterFailure {
  const { failures, failingSince } = failing
  const pauseSecs = Math.min(longestPauseSecs, firstPauseSecs * 2 ** Math.max(0, failures - failuresToPause))
  const isOver = failingSince !== null && failingSince.getTime() < now.getTime() - disableAfterMs
  return {
    failingSince: failingSince ?? now,
    pausedUntil: failures >= failuresToPause ? new Date(now.getTime() + pauseSecs * 1000) : null,
    disabledAt: isOver ? now : null,
  }
}
