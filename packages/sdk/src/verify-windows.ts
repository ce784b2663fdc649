import { windowProblem } from '@tandem/rules'
import type { Order, Quote } from './client/types.ts'
import { type KnownNetwork, rulesOf, unpinned, worthOf } from './known-network.ts'

type Deadlines = Partial<Pick<Quote, 'source_cancel_after' | 'dest_cancel_after'>>

/**
 * The deadlines of an order against its quote and the rules of the pinned network. The clocks of the chains are looked at
 * before money moves (`requireFundable`).
 *
 * @param startedAt when the swap was started, by the application's clock, unix seconds; without it an escrow may live long.
 * @returns each rule by its name, with whether it holds.
 */
export function windowChecks(
  order: Order,
  { quote, startedAt }: { quote: Deadlines; startedAt?: number },
  network: KnownNetwork,
): [string, boolean][] {
  const { source_intent: source, destination_intent: destination } = order
  const pinned = (name: string) => network.chains.find(({ chain }) => chain === name)
  const now = startedAt ?? Math.max(source.cancel_after, destination.cancel_after)
  const problemOf = (worthUsd: number | undefined) =>
    windowProblem(
      { source: source.cancel_after, destination: destination.cancel_after },
      {
        source: rulesOf(pinned(source.chain)),
        destination: rulesOf(pinned(destination.chain)),
        minMarginSecs: 1,
        worthUsd,
        now: { source: now, destination: now },
        fillBy: order.fill_by ?? null,
      },
    )
  const worthUsd = worthOf(order, network)
  const problem = problemOf(worthUsd)
  return [
    ['source cancel_after: not as quoted', (quote.source_cancel_after ?? source.cancel_after) === source.cancel_after],
    [
      'destination cancel_after: not as quoted',
      (quote.dest_cancel_after ?? destination.cancel_after) === destination.cancel_after,
    ],
    [`${problem}${problemOf(0) === undefined ? unpinned(worthUsd) : ''}`, problem === undefined],
  ]
}
