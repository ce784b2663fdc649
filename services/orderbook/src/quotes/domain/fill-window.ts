/** How long the steps of a swap take, in seconds. */
export type FillTimes = {
  /** The time from the quote to the order. */
  readonly quoteTtlSecs: number
  /** The time from the order to the source escrow. */
  readonly initiateWithinSecs: number
  /** The time from the source escrow until it has the confirmations that its chain asks for. */
  readonly sourceDepthSecs: number
  /** The time from these confirmations to the destination escrow. */
  readonly fillWithinSecs: number
  /** The latest time to fill, counted from the quote. The escrow's limited life sets this bound. */
  readonly latestFillSecs: number
}

/** Until when the parties act, in unix seconds. */
export type FillWindow = {
  /**
   * When the user must have created the source, by the clock of its chain. A later source does not
   * bind the maker.
   */
  readonly initiateBy: number
  /** When the maker must have funded the destination, by the clock of its chain. */
  readonly fillBy: number
}

/**
 * Derives both deadlines. When the destination's life is too short for all steps, the user's time is cut and never the
 * maker's.
 * @param now unix seconds, by each chain's clock.
 */
export function fillWindow(now: { source: number; destination: number }, times: FillTimes): FillWindow {
  const makerSecs = times.sourceDepthSecs + times.fillWithinSecs
  const wantedSecs = times.quoteTtlSecs + times.initiateWithinSecs
  const userSecs = Math.max(0, Math.min(wantedSecs, times.latestFillSecs - makerSecs))
  return { initiateBy: now.source + userSecs, fillBy: now.destination + userSecs + makerSecs }
}
