/** How long escrows live, in seconds. */
export type TimelockPolicy = {
  readonly sourceLifeSecs: number
  readonly destLifeSecs: number
  /** The source escrow outlives the destination escrow by at least this, by both clocks, so that the solver can always claim. */
  readonly minMarginSecs: number
  /** Added to that, because clocks are looked at again by other parties (`clockSlackSecs` of the contracts). */
  readonly slackSecs: number
}

/**
 * Both deadlines (Unix seconds, each by its own chain's clock) of an order made now. Where the chains' clocks differ,
 * the source's deadline gives way, never the margin.
 */
export function timelocks(
  now: { source: number; destination: number },
  policy: TimelockPolicy,
): { source: number; destination: number } {
  const destination = now.destination + policy.destLifeSecs
  const aheadSecs = Math.max(0, now.source - now.destination)
  const marginSecs = policy.minMarginSecs + policy.slackSecs + aheadSecs
  const source = Math.max(now.source + policy.sourceLifeSecs, destination + marginSecs)
  return { source, destination }
}
