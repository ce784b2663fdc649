import { type CancelAfter, leastMarginSecs, marginSecs, type WindowRules, windowProblem } from '@tandem/contracts'

/** Unix seconds: the newest block of each chain, and the solver's own clock. */
export interface Clocks extends CancelAfter {
  own: number
}

/** The times that an orderbook counts from: a chain without new blocks shows a time that is over. */
export const laterOf = ({ source, destination, own }: Clocks): CancelAfter => ({
  source: Math.max(source, own),
  destination: Math.max(destination, own),
})

export interface DeadlineRules extends WindowRules {
  /** The least by which the source must outlive the destination, beside the network's bounds; seconds. */
  readonly ownMarginSecs: number
  /** Seconds of margin to have beyond what is needed; 0 by default. */
  readonly spareSecs?: number
}

/**
 * Why the solver leaves deadlines alone; `undefined` when it funds them.
 *
 * How long escrows live is counted from the later of a chain's clock and our own, as the orderbook makes them: a chain without
 * new blocks shows a time that is over. The margin is counted by the clocks that are the worse for us: of the destination that
 * of its newest block (an older one makes the margin smaller), of the source the later of its and our own. Both pass again when a chain that stood still goes on.
 *
 * @param fillBy unix seconds by the destination's clock; `null` when none was agreed.
 */
export function deadlineProblem(
  deadlines: CancelAfter,
  { source, destination, own }: Clocks,
  { ownMarginSecs, spareSecs = 0, fillBy, ...rules }: DeadlineRules & { readonly fillBy: number | null },
): string | undefined {
  const now = laterOf({ source, destination, own })
  const problem = windowProblem(deadlines, { ...rules, now, fillBy })
  if (problem !== undefined) return problem
  const margin = marginSecs(deadlines, { source: now.source, destination })
  const leastSecs = leastMarginSecs(rules) + spareSecs
  if (margin < leastSecs)
    return `by the clocks of their chains the source does not outlive the destination by ${leastSecs} s`
  const ownSecs = ownMarginSecs === 0 ? 0 : ownMarginSecs + spareSecs
  return margin < ownSecs ? `the source does not outlive the destination by our own ${ownSecs} s` : undefined
}
