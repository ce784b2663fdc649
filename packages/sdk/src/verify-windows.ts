import type { Order, Quote } from './client/types.ts'
import { confirmationDepth, highestWorthUsd } from './evidence/confirmation-depth.ts'
import type { KnownNetwork, VerifiedChain } from './known-network.ts'

/** Seconds that clocks may differ by, and that an order may take to be made. */
const toleranceSecs = 900
/** How far a block with the tag `safe` or `finalized` is behind the head at the most: `taggedDepthSecs` of the contracts. */
const taggedSecs = 1_500

type Deadlines = Partial<Pick<Quote, 'source_cancel_after' | 'dest_cancel_after'>>

/**
 * The deadlines of an order against its quote and the bounds of the pinned network: the rules of `windowProblem` in the
 * contracts, where the pinned chains have what they need. Within them the user can be paid and is repaid in time, and a maker
 * has no reason to leave the order alone.
 *
 * @param startedAt when the swap was started, by the application's clock, unix seconds.
 * @returns each rule by its name, with whether it holds.
 */
export function windowChecks(
  order: Order,
  { quote, startedAt }: { quote: Deadlines; startedAt?: number },
  network: KnownNetwork,
): [string, boolean][] {
  const { source_intent: source, destination_intent: destination } = order
  const [from, to] = [source, destination].map(({ chain }) => network.chains.find((one) => one.chain === chain))
  const { source_cancel_after: quotedSource = null, dest_cancel_after: quotedDestination = null } = quote
  const fitted = from?.fitted_windows && to?.fitted_windows ? { from, to } : undefined
  const worthUsd = highestWorthUsd(order, network)
  return [
    ['source cancel_after: not as quoted', quotedSource === null || source.cancel_after === quotedSource],
    [
      'destination cancel_after: not as quoted',
      quotedDestination === null || destination.cancel_after === quotedDestination,
    ],
    [
      'source cancel_after: the amount would be locked for too long',
      isLifeKept(source.cancel_after, from?.source_cancel_after_secs, startedAt),
    ],
    [
      'destination cancel_after: it would be open for too long',
      isLifeKept(destination.cancel_after, to?.dest_cancel_after_secs, startedAt),
    ],
    ['deadlines: the source must outlive the destination', source.cancel_after > destination.cancel_after],
    [
      'deadlines: the maker would have no time to claim',
      fitted === undefined ||
        source.cancel_after - destination.cancel_after >=
          depthSecs(fitted.to, worthUsd) +
            (fitted.from.fitted_windows?.claim_secs ?? 0) +
            depthSecs(fitted.from, worthUsd),
    ],
    [
      'fill_by: no time would be left to reveal the secret',
      fitted === undefined ||
        order.fill_by == null ||
        destination.cancel_after - order.fill_by >= depthSecs(fitted.to, worthUsd) + (fitted.to.claim_safety_secs ?? 0),
    ],
  ]
}

const isLifeKept = (cancelAfter: number, life: number | undefined, startedAt: number | undefined): boolean =>
  life === undefined || startedAt === undefined || cancelAfter <= startedAt + life + toleranceSecs

/**
 * Seconds that a fact takes to stand at its depth. A depth or block time that is not pinned counts as nothing.
 *
 * @param worthUsd US dollars; `undefined` when it is not known, which counts as more than any step.
 */
export function depthSecs(chain: VerifiedChain, worthUsd: number | undefined): number {
  if (chain.finality_tag != null) return taggedSecs
  const { confirmations } = confirmationDepth({ ...chain, confirmations: chain.confirmations ?? 0 }, worthUsd)
  return Math.ceil((confirmations * (chain.block_time_ms ?? 0)) / 1000)
}
