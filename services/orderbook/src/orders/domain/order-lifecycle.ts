/**
 * Status is derived from facts and chain clocks: when a reorg takes a fact away, its status goes too. First each side's
 * `IntentStatus`, then the order's by `orderStatusTable`, then the bridge on hop routes. docs/lifecycle.md is generated
 * from this file.
 */

import type { IntentStatus, OrderStatus } from '@tandem/contracts'

export type Side = 'source' | 'destination'

/** Time alone never makes a fact. */
export type IntentFacts = {
  readonly created: boolean
  /** The secret is public. */
  readonly claimed: boolean
  /** By the vault, or by the address of a prefund. */
  readonly cancelled: boolean
  /** Against the terms: another hash, a second settlement. */
  readonly contradicted: boolean
  /** Unix seconds. Claims before it, cancels from it on. */
  readonly cancelAfter: number
}

/**
 * `none` on a claimed hop vault: the recipient took the tokens on the hub (`claimTo`). A hop claim dispatches in the
 * same transaction.
 */
export type BridgeState = 'none' | 'dispatched' | 'delivered' | 'failed'

export type OrderFacts = {
  readonly source: IntentFacts
  readonly destination: IntentFacts
  readonly bridge?: BridgeState | undefined
}

/** Unix seconds up to which every fact counts; `undefined` while no block does. */
export type ChainTimes = {
  readonly source: number | undefined
  readonly destination: number | undefined
}

/** For the readers' page. */
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
 * Source status outside, destination inside. A lagging watcher is no conflict: a claimed source waits for its
 * destination. A vault that can only be cancelled shows `refundable`, because it needs an action.
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

/** The tokens still travel: the bridge comes before the source. */
const bridgeStatusTable: Record<BridgeState, OrderStatus | undefined> = {
  none: undefined,
  dispatched: 'bridging',
  delivered: undefined,
  failed: 'bridge_failed',
}

/** Settled twice, or claimed without a creation. */
export function isContradicted(facts: IntentFacts): boolean {
  return facts.contradicted || (facts.claimed && facts.cancelled) || (facts.claimed && !facts.created)
}

/** `undefined` time is before every deadline. At `cancelAfter` itself the vault is cancellable, as in the contract. */
export function deriveIntentStatus(facts: IntentFacts, chainTime: number | undefined): IntentStatus {
  if (facts.claimed) return 'claimed'
  if (facts.cancelled) return 'cancelled'
  const past = chainTime !== undefined && chainTime >= facts.cancelAfter
  if (facts.created) return past ? 'cancellable' : 'created'
  return past ? 'expired' : 'awaiting'
}

/** Unix seconds. */
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
 * Unix seconds at which time alone changes a status; null when only facts can. A side's moment is its `cancelAfter`.
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
