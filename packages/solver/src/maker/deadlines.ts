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

/** Undefined where one is missing: deadlines by the quote's clocks would break a promise after a wrong clock. */
export function namedDeadlines({
  source_cancel_after: source,
  dest_cancel_after: destination,
}: AskedDeadlines): CancelAfter | undefined {
  return source == null || destination == null ? undefined : { source, destination }
}

/** The named deadlines, or the worst in bounds. Unix seconds, each by its chain's clock. */
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

/** Half of the orderbook's clock slack must be left, because clocks are read again before funding. */
export function quoteProblem(
  ask: AskedDeadlines & Pick<QuoteAsk, 'fill_by'>,
  clocks: Clocks,
  rules: WindowRules & { readonly ownMarginSecs: number },
): string | undefined {
  const deadlines = namedDeadlines(ask) ?? fixedCancelAfter(laterOf(clocks), rules)
  const spareSecs = Math.ceil(clockSlackSecs(rules) / 2)
  return deadlineProblem(deadlines, clocks, { ...rules, spareSecs, fillBy: ask.fill_by })
}

/** @param priced `undefined`: the network's bounds apply alone. */
export const keepsDeadlines = (order: CancelAfter, priced: CancelAfter | undefined): boolean =>
  priced === undefined || (order.destination <= priced.destination && order.source >= priced.source)
