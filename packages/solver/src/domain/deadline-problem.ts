import { type CancelAfter, leastMarginSecs, marginSecs, type WindowRules, windowProblem } from '@tandem/contracts'

/** Unix seconds of each chain's newest block, and of our own clock. */
export interface Clocks extends CancelAfter {
  own: number
}

/** A chain without new blocks shows a past time. */
export const laterOf = ({ source, destination, own }: Clocks): CancelAfter => ({
  source: Math.max(source, own),
  destination: Math.max(destination, own),
})

export interface DeadlineRules extends WindowRules {
  /** Seconds, beside the network's bounds. */
  readonly ownMarginSecs: number
  /** 0 by default. */
  readonly spareSecs?: number
}

/**
 * Why deadlines are out of bounds; `undefined` when the solver funds them. Lives count from the later of the chain's
 * clock and ours. The margin takes the worse clocks: the destination's newest block, and the later of the source's and
 * ours.
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
  const leastSecs = leastMarginSecs(rules) + spareSecs
  if (margin < leastSecs)
    return `by the clocks of their chains the source does not outlive the destination by ${leastSecs} s`
  const ownSecs = ownMarginSecs === 0 ? 0 : ownMarginSecs + spareSecs
  return margin < ownSecs ? `the source does not outlive the destination by our own ${ownSecs} s` : undefined
}
