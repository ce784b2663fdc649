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
 * The deadlines that a request names, and that its promise is bound to; undefined where it leaves one out. Then they are counted
 * from the order, whose bounds are the network's: a promise that was bound to deadlines by the clocks of its quote would be broken by a
 * clock that was wrong for a moment.
 */
export function namedDeadlines({
  source_cancel_after: source,
  dest_cancel_after: destination,
}: AskedDeadlines): CancelAfter | undefined {
  return source == null || destination == null ? undefined : { source, destination }
}

/**
 * The deadlines that a quote is priced with: those that the request names, or else the worst for the maker that an order in
 * bounds can have. Unix seconds, each by its own chain's clock.
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
 * Why no order of a quote would be funded; `undefined` when it would. An orderbook that names no deadlines makes them from
 * the lives that the chains say. Half of the time by which the orderbook makes margins longer must be left, because the clocks are
 * looked at again before it is funded.
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
 * Whether the deadlines of an order are no worse for the maker than those that it priced: its money is not open to the user's
 * choice for longer, and there is no less time to claim. The margin is then no smaller either.
 *
 * @param priced `undefined` for a promise whose request named none: the network's bounds are its own then.
 */
export const keepsDeadlines = (order: CancelAfter, priced: CancelAfter | undefined): boolean =>
  priced === undefined || (order.destination <= priced.destination && order.source >= priced.source)
