import {
  type CancelAfter,
  clockSlackSecs,
  type QuoteAsk,
  type WindowRules,
  windowProblem,
  windowToleranceSecs,
} from '@tandem/contracts'
import { marginProblem } from '../domain/decide.ts'

type AskedDeadlines = Pick<QuoteAsk, 'source_cancel_after' | 'dest_cancel_after'>

/** The deadlines that a request names; undefined where it leaves one out, and they are counted from the order. */
function namedDeadlines({ source_cancel_after: source, dest_cancel_after: destination }: AskedDeadlines) {
  return source == null || destination == null ? undefined : { source, destination }
}

/**
 * The deadlines that a quote is priced with: those that the request names, or else the worst for the maker that an order in
 * bounds can have. Unix seconds, each by its own chain's clock.
 *
 * @param now unix seconds, each by its own chain's clock.
 */
export const pricedDeadlines = (
  ask: AskedDeadlines,
  now: CancelAfter,
  { source, destination }: Pick<WindowRules, 'source' | 'destination'>,
): CancelAfter =>
  namedDeadlines(ask) ?? {
    source: now.source + source.source_cancel_after_secs - windowToleranceSecs,
    destination: now.destination + destination.dest_cancel_after_secs + windowToleranceSecs,
  }

/**
 * Why no order of a quote would be funded; `undefined` when it would. An orderbook that names no deadlines makes them from
 * the lives that the chains say.
 *
 * @param now unix seconds, each by its own chain's clock.
 * @param ownMarginSecs the least by which the source must outlive the destination for this maker, beside the network's bounds.
 */
export function quoteProblem(
  ask: AskedDeadlines & Pick<QuoteAsk, 'fill_by'>,
  now: CancelAfter,
  { ownMarginSecs, ...rules }: WindowRules & { readonly ownMarginSecs: number },
): string | undefined {
  // The clocks are looked at again before it is funded.
  const ownSecs = ownMarginSecs === 0 ? 0 : ownMarginSecs + clockSlackSecs(rules)
  const deadlines = namedDeadlines(ask)
  if (deadlines !== undefined)
    return windowProblem(deadlines, { ...rules, now, fillBy: ask.fill_by }) ?? marginProblem(deadlines, now, ownSecs)
  const { source_cancel_after_secs: sourceLife } = rules.source
  const { dest_cancel_after_secs: destinationLife } = rules.destination
  return marginProblem({ source: sourceLife, destination: destinationLife }, { source: 0, destination: 0 }, ownSecs)
}

/**
 * Whether the deadlines of an order are no worse for the maker than those that it priced: its money is not open to the user's
 * choice for longer, and there is no less time to claim. The margin is then no smaller either.
 *
 * @param priced `undefined` for a promise of an older version, which kept none: it is not bound to any.
 */
export const keepsDeadlines = (order: CancelAfter, priced: CancelAfter | undefined): boolean =>
  priced === undefined || (order.destination <= priced.destination && order.source >= priced.source)
