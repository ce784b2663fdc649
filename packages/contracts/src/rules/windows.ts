import { type ChainRules, depthSecs } from './fill-window.ts'

/** The part of a chain's entry in the network file that sets its deadlines. All times are in seconds. */
export interface WindowChain extends ChainRules {
  readonly source_cancel_after_secs: number
  readonly dest_cancel_after_secs: number
  readonly fitted_windows: { readonly reveal_secs: number; readonly claim_secs: number } | null
}

/**
 * What deadlines depend on: both chains, the smallest margin in seconds, and the order's worth in US dollars (`undefined`
 * counts as the highest).
 */
export interface WindowRules {
  readonly source: WindowChain
  readonly destination: WindowChain
  readonly minMarginSecs: number
  readonly worthUsd: number | undefined
}

/** The deadlines of both escrows, in unix seconds, each by its own chain's clock. */
export interface CancelAfter {
  readonly source: number
  readonly destination: number
}

/** How far a deadline may be beyond a chain's lifetime, in seconds, because clocks differ. */
export const windowToleranceSecs = 900

/**
 * The longest time, in seconds, from an order's creation until its escrow on this chain can be cancelled. An escrow is
 * created after its order, so it is created at most this long before its `cancelAfter`.
 */
export const longestLifeSecs = ({
  source_cancel_after_secs,
  dest_cancel_after_secs,
}: Pick<WindowChain, 'source_cancel_after_secs' | 'dest_cancel_after_secs'>): number =>
  Math.max(source_cancel_after_secs, dest_cancel_after_secs)

/**
 * How many seconds longer a margin is made than it has to be. Blocks come late, and the margin must still be enough
 * when it is checked.
 */
export const clockSlackSecs = ({ source, destination }: Pick<WindowRules, 'source' | 'destination'>): number =>
  Math.min(windowToleranceSecs, 60 + Math.ceil((2 * (source.block_time_ms + destination.block_time_ms)) / 1000))

const aheadSecs = (now: CancelAfter): number => Math.max(0, now.source - now.destination)

/**
 * How much longer the source lives than the destination, in seconds. A source chain whose clock is ahead reaches its
 * deadline earlier, which shortens it.
 */
export const marginSecs = ({ source, destination }: CancelAfter, now: CancelAfter): number =>
  source - destination - aheadSecs(now)

/**
 * Whether deadlines are fitted to the chains (ADR 0013). Both chains must have `fitted_windows`.
 */
export const isFitted = ({ source, destination }: Pick<WindowRules, 'source' | 'destination'>): boolean =>
  source.fitted_windows !== null && destination.fitted_windows !== null

/**
 * The smallest margin between both deadlines, in seconds. When the secret is revealed in the
 * destination's last block, the maker must still be able to claim the source.
 */
export function requiredMarginSecs(rules: WindowRules): number {
  const { source, destination, worthUsd } = rules
  if (source.fitted_windows === null || destination.fitted_windows === null) return rules.minMarginSecs
  return depthSecs(destination, worthUsd) + source.fitted_windows.claim_secs + depthSecs(source, worthUsd)
}

const revealableSecs = ({ destination, worthUsd }: WindowRules) =>
  depthSecs(destination, worthUsd) + destination.claim_safety_secs

/** How long the destination lives after `fill_by`, in seconds, which includes the user's time to hand over the secret. */
export const secsAfterFill = (rules: WindowRules): number =>
  revealableSecs(rules) + (rules.destination.fitted_windows?.reveal_secs ?? 0)

/** The earliest deadlines that both parties allow. */
export function fitCancelAfter(now: CancelAfter, fillBy: number, rules: WindowRules): CancelAfter {
  const destination = fillBy + secsAfterFill(rules)
  return { source: destination + requiredMarginSecs(rules) + clockSlackSecs(rules) + aheadSecs(now), destination }
}

/**
 * The deadlines of an order whose quote named none. They follow from the chains' fixed lifetimes.
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
 * Why deadlines are out of bounds; `undefined` when they are within them.
 *
 * @param fillBy unix seconds by the destination's clock; `null` when none was agreed.
 */
export function windowProblem(
  cancelAfter: CancelAfter,
  { now, fillBy, ...rules }: WindowRules & { readonly now: CancelAfter; readonly fillBy: number | null },
): string | undefined {
  const { source, destination } = cancelAfter
  const numbers = [source, destination, now.source, now.destination, rules.minMarginSecs, fillBy ?? 0]
  // Checked first: every comparison with NaN is false, so a missing number would let any deadline pass.
  if (!numbers.every(Number.isSafeInteger)) return 'a deadline is not a whole number of seconds'
  const minSecs = requiredMarginSecs(rules)
  if (marginSecs(cancelAfter, now) < minSecs)
    return `the source does not outlive the destination by ${minSecs} s, by the clocks of their chains`
  if (isFitted(rules) && fillBy !== null && destination - fillBy < revealableSecs(rules))
    return `the destination leaves less than ${revealableSecs(rules)} s after fill_by for the secret`
  const latestDestination = now.destination + rules.destination.dest_cancel_after_secs + windowToleranceSecs
  if (destination > latestDestination) return 'the destination lives longer than its chain allows'
  const longestSource = now.source + rules.source.source_cancel_after_secs
  if (source > Math.max(longestSource, destination + rules.minMarginSecs) + windowToleranceSecs)
    return 'the source lives longer than its chain allows'
  return undefined
}
