import type { Order, Quote } from './client/types.ts'
import { confirmationDepth, highestWorthUsd } from './evidence/confirmation-depth.ts'
import type { KnownNetwork, VerifiedChain } from './known-network.ts'

/** Seconds that clocks may differ by, and that an order may take to be made. */
export const toleranceSecs = 900
/** How far a block with the tag `safe` or `finalized` is behind the head at the most: `taggedDepthSecs` of the contracts. */
const taggedSecs = 1_500

type Deadlines = Partial<Pick<Quote, 'source_cancel_after' | 'dest_cancel_after'>>

/**
 * The deadlines of an order against its quote and the bounds of the pinned network: the rules of `windowProblem` in the
 * contracts, where the pinned chains have what they need. Within them the user can be paid and is repaid in time, and a maker
 * has no reason to leave the order alone. The clocks of the chains are looked at before money moves (`requireFundable`).
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
  const worthUsd = highestWorthUsd(order, network)
  const sides = [
    ['source', source.cancel_after, quote.source_cancel_after, from?.source_cancel_after_secs],
    ['destination', destination.cancel_after, quote.dest_cancel_after, to?.dest_cancel_after_secs],
  ] as const
  return [
    ...sides.flatMap(([side, deadline, quoted, life]): [string, boolean][] => [
      [`${side} cancel_after: not as quoted`, (quoted ?? deadline) === deadline],
      [
        `${side} cancel_after: open for too long`,
        life === undefined || startedAt === undefined || deadline <= startedAt + life + toleranceSecs,
      ],
    ]),
    [
      `deadlines: the maker could not claim${unpinned(worthUsd)}`,
      source.cancel_after - destination.cancel_after >= leastMarginSecs(from, to, worthUsd),
    ],
    [
      `fill_by: no time to reveal${unpinned(worthUsd)}`,
      !from?.fitted_windows ||
        !to?.fitted_windows ||
        order.fill_by == null ||
        destination.cancel_after - order.fill_by >= depthSecs(to, worthUsd) + (to.claim_safety_secs ?? 0),
    ],
  ]
}

/** The end of an error about times, where the most confirmations count because no price ceilings are pinned. */
export const unpinned = (worthUsd: number | undefined): string =>
  worthUsd === undefined ? ' (pin decimals and usd_price_ceiling of both assets)' : ''

/** Seconds by which the source must outlive the destination: those of fitted windows, or any at all. */
export const leastMarginSecs = (
  from: VerifiedChain | undefined,
  to: VerifiedChain | undefined,
  worthUsd: number | undefined,
): number =>
  from?.fitted_windows && to?.fitted_windows
    ? depthSecs(to, worthUsd) + from.fitted_windows.claim_secs + depthSecs(from, worthUsd)
    : 1

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
