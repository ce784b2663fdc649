/** How long escrows live, in seconds. */
export type TimelockPolicy = {
  readonly sourceLifeSecs: number
  readonly destLifeSecs: number
  /** The source escrow outlives the destination escrow by at least this, so that the solver can always claim. */
  readonly minMarginSecs: number
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
  const source = Math.max(now.source + policy.sourceLifeSecs, destination + policy.minMarginSecs)
  return { source, destination }
}
