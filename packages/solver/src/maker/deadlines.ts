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
 * The deadlines that the request names; `undefined` where one is missing. They are not computed from our clocks: with a
 * wrong clock that would break a promise.
 */
export function namedDeadlines({
  source_cancel_after: source,
  dest_cancel_after: destination,
}: AskedDeadlines): CancelAfter | undefined {
  return source == null || destination == null ? undefined : { source, destination }
}

/**
 * The deadlines that a quote is priced with, in unix seconds by each chain's clock: the named ones, or the worst within
 * bounds.
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
 * Why no quote is given for these deadlines; `undefined` when one is. Half of the orderbook's clock slack must be left,
 * because clocks are read again before the funding.
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
 * Whether an order's deadlines are no worse than the priced ones.
 *
 * @param priced with `undefined` the network's bounds apply alone.
 */
export const keepsDeadlines = (order: CancelAfter, priced: CancelAfter | undefined): boolean =>
  priced === undefined || (order.destination <= priced.destination && order.source >= priced.source)
