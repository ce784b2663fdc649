import { type ChainRules, depthSecs } from './fill-window.ts'

/** A chain as far as the life of its escrows needs it. */
export interface WindowChain extends ChainRules {
  readonly source_cancel_after_secs: number
  readonly dest_cancel_after_secs: number
  readonly fitted_windows: { readonly reveal_secs: number; readonly claim_secs: number } | null
}

/** The chains of both escrows, and the worth of the swap, which decides how deep facts must stand. */
export interface WindowRules {
  readonly source: WindowChain
  readonly destination: WindowChain
  /** The network's `min_margin_secs`. */
  readonly minMarginSecs: number
  /** US dollars; `undefined` when it is not known, which counts as more than any step. */
  readonly worthUsd: number | undefined
}

/** The deadlines of both escrows, unix seconds, each by its own chain's clock. */
export interface CancelAfter {
  readonly source: number
  readonly destination: number
}

/** Seconds that clocks may differ by, and that may pass between the quote and a check of its order. */
export const windowToleranceSecs = 900

/**
 * Seconds that are added to a margin when it is made, so that it still suffices when it is checked. A chain's clock is its newest
 * block's time: between two looks at two chains, blocks come late, or two of them are missing.
 */
export const clockSlackSecs = ({ source, destination }: Pick<WindowRules, 'source' | 'destination'>): number =>
  Math.min(windowToleranceSecs, 60 + Math.ceil((2 * (source.block_time_ms + destination.block_time_ms)) / 1000))

/** Seconds by which the source chain's clock is ahead. A destination chain that is ahead counts in nobody's favour. */
const aheadSecs = (now: CancelAfter): number => Math.max(0, now.source - now.destination)

/**
 * Seconds by which the source outlives the destination. Each deadline is by its own chain's clock: a source chain that is ahead
 * reaches its deadline so much earlier.
 *
 * @param now unix seconds, each by its own chain's clock.
 */
export const marginSecs = ({ source, destination }: CancelAfter, now: CancelAfter): number =>
  source - destination - aheadSecs(now)

/** Whether escrows of a swap between these chains live as long as it needs, and not always as long as the chains say. */
export const isFitted = ({ source, destination }: Pick<WindowRules, 'source' | 'destination'>): boolean =>
  source.fitted_windows !== null && destination.fitted_windows !== null

/**
 * Seconds by which the source must outlive the destination. The secret can become public in the last block before the
 * destination's deadline: then the maker must see it there, and its claim must be mined and stand on the source.
 */
export function leastMarginSecs(rules: WindowRules): number {
  const { source, destination, worthUsd } = rules
  if (source.fitted_windows === null || destination.fitted_windows === null) return rules.minMarginSecs
  return depthSecs(destination, worthUsd) + source.fitted_windows.claim_secs + depthSecs(source, worthUsd)
}

/** Seconds that the destination must have left at `fill_by`: to stand at its depth, and for the claim to be mined. */
const revealableSecs = ({ destination, worthUsd }: WindowRules) =>
  depthSecs(destination, worthUsd) + destination.claim_safety_secs

/** Seconds that a fitted destination has left at `fill_by`: the user also needs time to hand over the secret. */
export const secsAfterFill = (rules: WindowRules): number =>
  revealableSecs(rules) + (rules.destination.fitted_windows?.reveal_secs ?? 0)

/**
 * The deadlines of a swap whose destination is funded before `fillBy`, as early as both parties allow. Where the source
 * chain's clock is ahead, its deadline gives way, never the margin; and there is {@link clockSlackSecs} to spare.
 *
 * @param now unix seconds, each by its own chain's clock.
 */
export function fitCancelAfter(now: CancelAfter, fillBy: number, rules: WindowRules): CancelAfter {
  const destination = fillBy + secsAfterFill(rules)
  return { source: destination + leastMarginSecs(rules) + clockSlackSecs(rules) + aheadSecs(now), destination }
}

/**
 * The deadlines of an order whose quote named none: both escrows live as long as their chains say, and the source outlives the
 * destination by the network's margin, by both clocks, with {@link clockSlackSecs} to spare. The orderbook makes them, and
 * the solver expects them.
 *
 * @param now unix seconds, each by its own chain's clock.
 */
export function fixedCancelAfter(
  now: CancelAfter,
  rules: Pick<WindowRules, 'source' | 'destination' | 'minMarginSecs'>,
): CancelAfter {
  const destination = now.destination + rules.destination.dest_cancel_after_secs
  const secsApart = rules.minMarginSecs + clockSlackSecs(rules) + aheadSecs(now)
  return { source: Math.max(now.source + rules.source.source_cancel_after_secs, destination + secsApart), destination }
}

/**
 * Why the deadlines of a swap are out of the network's bounds; `undefined` when they are within. The orderbook, the
 * relayer, the solver and the SDK ask this function.
 *
 * - The source outlives the destination by {@link leastMarginSecs}, by both clocks ({@link marginSecs}): a public secret always
 *   leaves the maker time to claim.
 * - On chains with fitted windows, the destination outlives `fillBy` by the time until the secret may leave.
 * - No escrow lives longer than its chain says: the maker's money is not locked, and its offer not left open, for longer;
 *   and the user's money comes back.
 *
 * @param now unix seconds, each by its own chain's clock.
 * @param fillBy unix seconds by the destination's clock; `null` when none was agreed.
 */
export function windowProblem(
  cancelAfter: CancelAfter,
  { now, fillBy, ...rules }: WindowRules & { readonly now: CancelAfter; readonly fillBy: number | null },
): string | undefined {
  const { source, destination } = cancelAfter
  const numbers = [source, destination, now.source, now.destination, rules.minMarginSecs, fillBy ?? 0]
  // Nothing is less than NaN: a number that is missing would let every deadline pass.
  if (!numbers.every(Number.isSafeInteger)) return 'a deadline is not a whole number of seconds'
  const leastSecs = leastMarginSecs(rules)
  if (marginSecs(cancelAfter, now) < leastSecs)
    return `the source does not outlive the destination by ${leastSecs} s, by the clocks of their chains`
  if (isFitted(rules) && fillBy !== null && destination - fillBy < revealableSecs(rules))
    return `the destination leaves less than ${revealableSecs(rules)} s after fill_by for the secret`
  const latestDestination = now.destination + rules.destination.dest_cancel_after_secs + windowToleranceSecs
  if (destination > latestDestination) return 'the destination lives longer than its chain allows'
  const longestSource = now.source + rules.source.source_cancel_after_secs
  if (source > Math.max(longestSource, destination + rules.minMarginSecs) + windowToleranceSecs)
    return 'the source lives longer than its chain allows'
  return undefined
}
