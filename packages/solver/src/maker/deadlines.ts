import {
  type CancelAfter,
  clockSlackSecs,
  fixedCancelAfter,
  type QuoteAsk,
  type WindowRules,
  windowToleranceSecs,
} from '@tandem/contracts'
import { type Clocks, deadlineProblem, laterOf } from '../domain/deadline-problem.ts'

type AskedDeadlines = Pick<QuoteAsk, 'source_cancel_after' | 'dest_cancel_after'>

/**
 * The deadlines that the request names; `undefined` when it lacks one. They are not computed from our clocks, because
 * with a wrong clock the maker would then break its promise.
 */
export function namedDeadlines({
  source_cancel_after: source,
  dest_cancel_after: destination,
}: AskedDeadlines): CancelAfter | undefined {
  return source == null || destination == null ? undefined : { source, destination }
}

/**
 * The deadlines that a quote is priced with, in unix seconds by each chain's clock: those that the request names, or
 * the least favourable ones that the network allows.
 */
export function pricedDeadlines(
  ask: AskedDeadlines,
  clocks: Clocks,
  { source, destination }: Pick<WindowRules, 'source' | 'destination'>,
): CancelAfter {
  const now = laterOf(clocks)
  return (
    namedDeadlines(ask) ?? {
      source: now.source + source.source_cancel_after_secs - windowToleranceSecs,
      destination: now.destination + destination.dest_cancel_after_secs + windowToleranceSecs,
    }
  )
}

/**
 * Why no quote is given for these deadlines; `undefined` when one is given. Half of the orderbook's allowance for clock
 * differences must be left, because the clocks are read again before the funding.
 */
export function quoteProblem(
  ask: AskedDeadlines & Pick<QuoteAsk, 'fill_by'>,
  clocks: Clocks,
  rules: WindowRules & { readonly ownMarginSecs: number },
): string | undefined {
  const deadlines = namedDeadlines(ask) ?? fixedCancelAfter(laterOf(clocks), rules)
  const spareSecs = Math.ceil(clockSlackSecs(rules) / 2)
  return deadlineProblem(deadlines, clocks, { ...rules, spareSecs, fillBy: ask.fill_by })
}

/**
 * Whether an order's deadlines are no worse for the maker than those that its quote was priced with.
 *
 * @param priced when `undefined`, only the network's limits apply.
 */
export const keepsDeadlines = (order: CancelAfter, priced: CancelAfter | undefined): boolean =>
  priced === undefined || (order.destination <= priced.destination && order.source >= priced.source)
