import { windowProblem } from '@tandem/contracts/rules'
import type { Order, Quote } from '../client/types.ts'
import { type KnownNetwork, rulesOf, unpinned, worthOf } from '../known-network.ts'

type Deadlines = Partial<Pick<Quote, 'source_cancel_after' | 'dest_cancel_after'>>

/**
 * Compares an order's deadlines with its quote and with the rules of the pinned chains.
 *
 * @param expected.startedAt when the swap was started, in unix seconds. Without it, the lifetime of the escrows is not
 * limited.
 * @returns each check with its name, and whether the order passes it.
 */
export function windowChecks(
  order: Order,
  { quote, startedAt }: { quote: Deadlines; startedAt?: number },
  network: KnownNetwork,
): [string, boolean][] {
  const { source_intent: source, destination_intent: destination } = order
  const pinned = (name: string) => rulesOf(network.chains.find(({ chain }) => chain === name))
  const [from, to] = [pinned(source.chain), pinned(destination.chain)]
  const now = startedAt ?? Math.max(source.cancel_after, destination.cancel_after)
  const worthUsd = worthOf(order, network)
  const problem = windowProblem(
    { source: source.cancel_after, destination: destination.cancel_after },
    {
      source: from,
      destination: {
        ...to,
        dest_cancel_after_secs: Math.min(to.dest_cancel_after_secs, from.source_cancel_after_secs),
      },
      minMarginSecs: 1,
      worthUsd,
      now: { source: now, destination: now },
      fillBy: order.fill_by ?? null,
    },
  )
  return [
    ['source cancel_after: not as quoted', (quote.source_cancel_after ?? source.cancel_after) === source.cancel_after],
    [
      'destination cancel_after: not as quoted',
      (quote.dest_cancel_after ?? destination.cancel_after) === destination.cancel_after,
    ],
    [`deadlines: ${problem}${unpinned(worthUsd)}`, problem === undefined],
  ]
}
