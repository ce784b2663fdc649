/** Seconds. */
export type FillTimes = {
  /** From the quote to the order. */
  readonly quoteTtlSecs: number
  /** From the order to the source escrow. */
  readonly initiateWithinSecs: number
  /** From the source escrow to its depth. */
  readonly sourceDepthSecs: number
  /** From there to the destination escrow. */
  readonly fillWithinSecs: number
  /** From the quote; the escrow's life is limited. */
  readonly latestFillSecs: number
}

/** Unix seconds. */
export type FillWindow = {
  /** By the source's chain: a later source does not bind the maker. */
  readonly initiateBy: number
  /** By the destination's chain. */
  readonly fillBy: number
}

/**
 * Where the destination would live too short, the user's time gives way, never the maker's.
 * @param now unix seconds, by each chain's clock.
 */
export function fillWindow(now: { source: number; destination: number }, times: FillTimes): FillWindow {
  const makerSecs = times.sourceDepthSecs + times.fillWithinSecs
  const wantedSecs = times.quoteTtlSecs + times.initiateWithinSecs
  const userSecs = Math.max(0, Math.min(wantedSecs, times.latestFillSecs - makerSecs))
  return { initiateBy: now.source + userSecs, fillBy: now.destination + userSecs + makerSecs }
}
