import type { EscrowEvent } from '@tandem/escrow'
import type { Hex } from 'viem'

/** Events that the final chain of a hop emits. */
export type DeliveryKind = 'hop_delivered' | 'hop_failed'
export type EventKind = EscrowEvent['type'] | DeliveryKind
export type Finality = 'seen' | 'confirmed' | 'finalized'

export type EventPayload = {
  /** The secret of a claim or a hop dispatch. */
  readonly secret?: Hex
  /** The message of a hop dispatch and of its delivery. */
  readonly messageId?: Hex
  readonly commitmentHash?: Hex
}

/** An event of a chain, with `blockTimestamp` in unix seconds. */
export type ChainEvent = {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly blockTimestamp: number
  readonly txHash: Hex
  readonly logIndex: number
  /** What the event is about: a vault, or on a final chain a message. */
  readonly subject: Hex
  readonly kind: EventKind
  readonly payload: EventPayload
}
