/**
 * The life of an order, whole: which status follows from which facts. Facts come from the chains and from each chain's
 * own clock, so status is derived, never stored as a truth of its own: when a reorg takes a fact away, the status that
 * followed from it goes too.
 *
 * Two steps, both tables:
 *   1. one side's facts and its chain's time  -> `IntentStatus`
 *   2. both sides' statuses                    -> `OrderStatus` (`orderStatusTable`), then the bridge on hop routes
 *
 * docs/lifecycle.md is generated from this file.
 */

import type { IntentStatus, OrderStatus } from '@tandem/contracts'

export type Side = 'source' | 'destination'

/** The chain's facts about one side. A time alone never makes a fact. */
export type IntentFacts = {
  /** The escrow vault exists on chain. */
  readonly created: boolean
  /** The vault paid its recipient, and so the secret is public. */
  readonly claimed: boolean
  /** The vault (or the pre-funded address, when nothing was created) paid its creator back. */
  readonly cancelled: boolean
  /** The chain shows what this order's terms do not allow: another hash, a second settlement. */
  readonly contradicted: boolean
  /** Unix seconds. Claims are possible before it, cancels from it on. */
  readonly cancelAfter: number
}

/**
 * How far the hop of a destination claim has come. `none` on a claimed hop vault means that the recipient took the
 * tokens on the destination chain itself (`claimTo`): a hop claim dispatches in the same transaction, or not at all.
 */
export type BridgeState = 'none' | 'dispatched' | 'delivered' | 'failed'

export type OrderFacts = {
  readonly source: IntentFacts
  readonly destination: IntentFacts
  /** `undefined` on direct routes. */
  readonly bridge?: BridgeState | undefined
}

/**
 * The time of each side's chain up to which every fact is known and counts, Unix seconds; `undefined` while no block does.
 */
export type ChainTimes = {
  readonly source: number | undefined
  readonly destination: number | undefined
}

/** The statuses that the statistics count as cancelled; `completed` counts as itself, and the rest is in progress. */
export const cancelledStatuses: readonly OrderStatus[] = ['cancelled', 'expired']

/** When each status holds, in words; the page for readers is built from it. */
export const orderStatusMeanings: Record<OrderStatus, string> = {
  created: 'The source escrow is not on chain yet.',
  source_initiated: 'The source escrow is on chain; the destination escrow is not open.',
  destination_initiated: 'Both escrows are on chain; the secret is not known to have opened the destination.',
  destination_claimed: 'The destination was claimed, the source not yet: the secret is public.',
  bridging: 'Hop route: the destination was claimed and dispatched, and is not yet delivered on the final chain.',
  bridge_failed: 'Hop route: the delivery was received on the final chain and failed. Anyone may retry it.',
  completed: 'Both sides were claimed: the user is paid, and nothing is left to deliver.',
  refundable: 'An escrow on chain is past its cancel_after and unclaimed: its creator can take the funds back.',
  cancelled: 'Every escrow that was created has paid its creator back.',
  expired: "The source's cancel_after passed with nothing on chain.",
  conflict:
    'The facts contradict each other, or one side paid and the other can not: a party may have lost money. It alerts.',
}

export const intentStatusMeanings: Record<IntentStatus, string> = {
  awaiting: 'The escrow is not on chain yet.',
  created: 'The escrow is on chain and can be claimed with the secret.',
  claimed: 'The escrow paid its recipient.',
  cancellable: 'The escrow is on chain and past cancel_after: it can only be cancelled.',
  cancelled: 'The funds went back to the creator.',
  expired: 'cancel_after passed and the escrow was never created.',
}

/**
 * Order status by source status (outer) and destination status (inner).
 * Two choices to know: a side whose watcher lags is not a conflict, so a claimed source with an open destination waits;
 * and a vault that can only be cancelled always shows `refundable`, because that vault needs an action.
 */
export const orderStatusTable: Record<IntentStatus, Record<IntentStatus, OrderStatus>> = {
  awaiting: {
    awaiting: 'created',
    created: 'created',
    claimed: 'destination_claimed',
    cancellable: 'refundable',
    cancelled: 'cancelled',
    expired: 'created',
  },
  created: {
    awaiting: 'source_initiated',
    created: 'destination_initiated',
    claimed: 'destination_claimed',
    cancellable: 'refundable',
    cancelled: 'source_initiated',
    expired: 'source_initiated',
  },
  claimed: {
    awaiting: 'source_initiated',
    created: 'destination_initiated',
    claimed: 'completed',
    cancellable: 'refundable',
    cancelled: 'conflict',
    expired: 'conflict',
  },
  cancellable: {
    awaiting: 'refundable',
    created: 'refundable',
    claimed: 'refundable',
    cancellable: 'refundable',
    cancelled: 'refundable',
    expired: 'refundable',
  },
  cancelled: {
    awaiting: 'cancelled',
    created: 'destination_initiated',
    claimed: 'conflict',
    cancellable: 'refundable',
    cancelled: 'cancelled',
    expired: 'cancelled',
  },
  expired: {
    awaiting: 'expired',
    created: 'created',
    claimed: 'conflict',
    cancellable: 'refundable',
    cancelled: 'cancelled',
    expired: 'expired',
  },
}

/** On a hop route the tokens still travel after the claim; what the bridge says then stands before the source's part. */
const bridgeStatusTable: Record<BridgeState, OrderStatus | undefined> = {
  none: undefined,
  dispatched: 'bridging',
  delivered: undefined,
  failed: 'bridge_failed',
}

/** True when the facts of one side can not all be: settled twice, or claimed without having been created. */
export function isContradicted(facts: IntentFacts): boolean {
  return facts.contradicted || (facts.claimed && facts.cancelled) || (facts.claimed && !facts.created)
}

/**
 * One side's status from its facts and its chain's time (Unix seconds; `undefined` counts as before every deadline).
 * At exactly `cancelAfter` the vault is already cancellable, as in the contract (`t >= cancelAfter`).
 */
export function deriveIntentStatus(facts: IntentFacts, chainTime: number | undefined): IntentStatus {
  if (facts.claimed) return 'claimed'
  if (facts.cancelled) return 'cancelled'
  const past = chainTime !== undefined && chainTime >= facts.cancelAfter
  if (facts.created) return past ? 'cancellable' : 'created'
  return past ? 'expired' : 'awaiting'
}

/** The order's status from both sides' facts, the bridge's, and each chain's own time (Unix seconds). */
export function deriveOrderStatus(facts: OrderFacts, chainTimes: ChainTimes): OrderStatus {
  if (isContradicted(facts.source) || isContradicted(facts.destination)) return 'conflict'
  const source = deriveIntentStatus(facts.source, chainTimes.source)
  const destination = deriveIntentStatus(facts.destination, chainTimes.destination)
  const status = orderStatusTable[source][destination]
  if (facts.bridge === undefined) return status
  if (status !== 'completed' && status !== 'destination_claimed') return status
  return bridgeStatusTable[facts.bridge] ?? status
}

/**
 * For each chain the next Unix second at which time alone changes a status (of the order or of that side's intent),
 * or null when only new facts can. A side's only such moment is its `cancelAfter`, while it is unsettled.
 */
export function nextTransitionAt(
  facts: OrderFacts,
  chainTimes: ChainTimes,
): { source: number | null; destination: number | null } {
  const of = (side: Side) => {
    const { cancelAfter } = facts[side]
    const status = deriveIntentStatus(facts[side], chainTimes[side])
    return status === 'awaiting' || status === 'created' ? cancelAfter : null
  }
  return { source: of('source'), destination: of('destination') }
}
