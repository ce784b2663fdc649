/** The state of a webhook after a failed attempt. */
export type Failing = { readonly failures: number; readonly failingSince: Date | null }

export type AfterFailure = {
  readonly failingSince: Date
  /** Nothing is sent before. Null: the next delivery is tried at its time. */
  readonly pausedUntil: Date | null
  /** Set when the webhook is given up, until its owner enables it. */
  readonly disabledAt: Date | null
}

const failuresToPause = 5
const firstPauseSecs = 10
const longestPauseSecs = 600
/** Without a success. */
const disableAfterMs = 3 * 86_400_000

/**
 * What a failed attempt does to its webhook: from the fifth in a row it rests for 10 s, doubling, up to ten minutes, and
 * after three days without a success it is given up.
 * @param failing the failures in a row, this one among them, and when the first of those before it was.
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
