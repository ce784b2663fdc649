import { type CancelAfter, marginSecs, requiredMarginSecs, type WindowRules, windowProblem } from '@tandem/contracts'

/** The time of each chain's newest block, and the time of our own clock, all in unix seconds. */
export interface Clocks extends CancelAfter {
  own: number
}

/** For each chain, the later of its clock and ours. A chain that has stopped making blocks shows a time in the past. */
export const laterOf = ({ source, destination, own }: Clocks): CancelAfter => ({
  source: Math.max(source, own),
  destination: Math.max(destination, own),
})

export interface DeadlineRules extends WindowRules {
  /** The solver's own margin in seconds. It can only be stricter than the network's. */
  readonly ownMarginSecs: number
  readonly spareSecs?: number
}

/**
 * Says why the solver does not fund an order with these deadlines; `undefined` when it does. How long each escrow still
 * lives is measured by the later of its chain's clock and ours. The margin between both escrows is measured in the
 * least favourable way: the source by the later of its clock and ours, the destination by its newest block.
 *
 * @param fillBy unix seconds; `null` when none was agreed.
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
  const minSecs = requiredMarginSecs(rules) + spareSecs
  if (margin < minSecs)
    return `by the clocks of their chains the source does not outlive the destination by ${minSecs} s`
  const ownSecs = ownMarginSecs === 0 ? 0 : ownMarginSecs + spareSecs
  return margin < ownSecs ? `the source does not outlive the destination by our own ${ownSecs} s` : undefined
}
