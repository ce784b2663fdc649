/**
 * A status is derived from facts and the clocks of the chains: when a reorg takes a fact away, its status goes too. First
 * comes each side's `IntentStatus`, then the order's status by `orderStatusTable`, then the bridge on hop routes.
 * The facts follow from the chains' events by `projectIntent` of watcher/domain/project-intent.ts. docs/lifecycle.md is
 * generated from this file.
 */

import type { IntentStatus, OrderStatus } from '@tandem/contracts'

export type Side = 'source' | 'destination'

/** Facts of one side, as its chain shows them. Time alone never makes a fact. */
export type IntentFacts = {
  readonly created: boolean
  /** A claim makes the secret public. */
  readonly claimed: boolean
  /** The vault, or the predicted address of a vault that was never created, repaid the creator. */
  readonly cancelled: boolean
  /** The chain shows something that the terms do not allow, such as another hash or a second settlement. */
  readonly contradicted: boolean
  /**
   * The deadline in unix seconds. The contract accepts claims before it, and cancellations from it
   * on.
   */
  readonly cancelAfter: number
}

/**
 * How far the bridge of a hop is. When the vault is claimed, `none` means that the recipient took
 * the tokens on the hub (`claimTo`): a claim that goes on over the bridge dispatches in the same
 * transaction.
 */
export type BridgeState = 'none' | 'dispatched' | 'delivered' | 'failed'

export type OrderFacts = {
  readonly source: IntentFacts
  readonly destination: IntentFacts
  readonly bridge?: BridgeState | undefined
}

/** The time up to which every fact of a chain is known, in unix seconds. Undefined while no block of the chain counts. */
export type ChainTimes = {
  readonly source: number | undefined
  readonly destination: number | undefined
}

/** The meanings of the statuses in docs/lifecycle.md and in explanations of orders. */
export const orderStatusMeanings: Record<OrderStatus, string> = {
  created: 'The source escrow is not on chain yet.',
  source_initiated: 'The source escrow is on chain; the destination escrow is not open.',
  destination_initiated: 'Both escrows are on chain. No chain shows a claim of the destination yet.',
  destination_claimed: 'The destination was claimed, the source not yet: the secret is public.',
  bridging: 'Hop route: the destination was claimed and dispatched, and is not yet delivered on the final chain.',
  bridge_failed: 'Hop route: the delivery was received on the final chain and failed. Anyone may retry it.',
  completed: 'Both sides were claimed: the user is paid, and nothing is left to deliver.',
  refundable: 'An escrow on chain is past its cancel_after and unclaimed: its creator can take the funds back.',
  cancelled: 'Every escrow that was created has paid its creator back.',
  expired: "The source's cancel_after passed with nothing on chain.",
  conflict:
    'Chain facts contradict each other, or one escrow has paid and the other cannot any more: a party may have lost money. It alerts.',
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
 * The order's status by the status of its source (rows) and its destination (columns). A source that is claimed before its
 * destination is no conflict: the destination's watcher is only behind, and the order keeps its status until that watcher
 * catches up. A vault that can only be cancelled makes the order `refundable`, because somebody has to act.
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

/** While the tokens are on the bridge, the bridge decides the status, whatever the source shows. */
const bridgeStatusTable: Record<BridgeState, OrderStatus | undefined> = {
  none: undefined,
  dispatched: 'bridging',
  delivered: undefined,
  failed: 'bridge_failed',
}

/** Whether a vault was settled twice, or claimed without a creation. */
export function isContradicted(facts: IntentFacts): boolean {
  return facts.contradicted || (facts.claimed && facts.cancelled) || (facts.claimed && !facts.created)
}

/**
 * An undefined `chainTime` counts as before every deadline. At `cancelAfter` itself the vault is cancellable, as in the
 * contract.
 */
export function deriveIntentStatus(facts: IntentFacts, chainTime: number | undefined): IntentStatus {
  if (facts.claimed) return 'claimed'
  if (facts.cancelled) return 'cancelled'
  const past = chainTime !== undefined && chainTime >= facts.cancelAfter
  if (facts.created) return past ? 'cancellable' : 'created'
  return past ? 'expired' : 'awaiting'
}

/** The status of an order at these chain times, which are in unix seconds. */
export function deriveOrderStatus(facts: OrderFacts, chainTimes: ChainTimes): OrderStatus {
  if (isContradicted(facts.source) || isContradicted(facts.destination)) return 'conflict'
  const source = deriveIntentStatus(facts.source, chainTimes.source)
  const destination = deriveIntentStatus(facts.destination, chainTimes.destination)
  const status = orderStatusTable[source][destination]
  if (facts.bridge === undefined) return status
  if (status !== 'completed' && status !== 'destination_claimed') return status
  return bridgeStatusTable[facts.bridge] ?? status
}

/** When time alone changes the status of each side, in unix seconds: at its `cancelAfter`. Null when only a fact can. */
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
