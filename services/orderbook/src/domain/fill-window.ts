/** How long each step of a swap may take, in seconds. */
export type FillTimes = {
  /** From the quote until its order must be created. */
  readonly quoteTtlSecs: number
  /** From the order until the source escrow must be on chain. */
  readonly initiateWithinSecs: number
  /** From the source escrow until it stands at its depth. */
  readonly sourceDepthSecs: number
  /** From there until the destination escrow must be on chain. */
  readonly fillWithinSecs: number
  /** From the quote until the destination must be funded at the latest, for its escrow's life is limited. */
  readonly latestFillSecs: number
}

/** The times that bind the maker, unix seconds. */
export type FillWindow = {
  /** The source escrow must be on chain by then, by the clock of its chain, for the maker to be bound. */
  readonly initiateBy: number
  /** The destination escrow must be on chain before then, by the clock of its chain. */
  readonly fillBy: number
}

/**
 * Until when the user may fund a quote made now, and until when the maker must answer it. The user's time gives way where
 * the destination escrow would live too short, never the maker's.
 *
 * @param now unix seconds, each by its own chain's clock.
 */
export function fillWindow(now: { source: number; destination: number }, times: FillTimes): FillWindow {
  const makerSecs = times.sourceDepthSecs + times.fillWithinSecs
  const wantedSecs = times.quoteTtlSecs + times.initiateWithinSecs
  const userSecs = Math.max(0, Math.min(wantedSecs, times.latestFillSecs - makerSecs))
  return { initiateBy: now.source + userSecs, fillBy: now.destination + userSecs + makerSecs }
}
