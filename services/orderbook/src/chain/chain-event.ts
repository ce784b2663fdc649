import type { EscrowEvent } from '@tandem/escrow'
import type { Hex } from 'viem'

/** The outcome of a message, as its final chain reports it. */
export type DeliveryKind = 'hop_delivered' | 'hop_failed'
export type EventKind = EscrowEvent['type'] | DeliveryKind
export type Finality = 'seen' | 'confirmed' | 'finalized'

/** The data of an event that a projection needs, beyond its place on the chain. */
export type EventPayload = {
  /** The secret of a claim or a hop dispatch. */
  readonly secret?: Hex
  /** The message id of a hop dispatch, and of its delivery. */
  readonly messageId?: Hex
  /** The commitment hash in a vault's event. */
  readonly commitmentHash?: Hex
}

/** A registry's or a messenger's event and where it stands. `blockTimestamp` in unix seconds. */
export type ChainEvent = {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly blockTimestamp: number
  readonly txHash: Hex
  readonly logIndex: number
  /** The address of a vault, or, of a messenger's event on a final chain, the id of a message. */
  readonly subject: Hex
  readonly kind: EventKind
  readonly payload: EventPayload
}
