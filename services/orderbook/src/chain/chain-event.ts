import type { EscrowEvent } from '@tandem/escrow'
import type { Address, Hex } from 'viem'

/** What a final chain says of a message. */
export type DeliveryKind = 'hop_delivered' | 'hop_failed'
export type EventKind = EscrowEvent['type'] | DeliveryKind
export type Finality = 'seen' | 'confirmed' | 'finalized'

/** What of an event a projection needs, beyond where it stands. */
export type EventPayload = {
  /** Of a claim or a hop dispatch. */
  readonly secret?: Hex
  /** Of a hop dispatch, and of its delivery. */
  readonly messageId?: Hex
  /** Of a vault's event. */
  readonly commitmentHash?: Hex
}

/** A registry's or a messenger's event and where it stands. `blockTimestamp` in unix seconds. */
export type ChainEvent = {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly blockTimestamp: number
  readonly txHash: Hex
  readonly logIndex: number
  /** What the event is about: a vault, or, on a final chain, the id of a message. */
  readonly vault: Address
  readonly kind: EventKind
  readonly payload: EventPayload
}
