import type { EscrowEvent } from '@tandem/escrow'
import type { Hex } from 'viem'

/** By the final chain. */
export type DeliveryKind = 'hop_delivered' | 'hop_failed'
export type EventKind = EscrowEvent['type'] | DeliveryKind
export type Finality = 'seen' | 'confirmed' | 'finalized'

export type EventPayload = {
  /** Of a claim or a hop dispatch. */
  readonly secret?: Hex
  /** Of a hop dispatch and its delivery. */
  readonly messageId?: Hex
  readonly commitmentHash?: Hex
}

/** `blockTimestamp` in unix seconds. */
export type ChainEvent = {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly blockTimestamp: number
  readonly txHash: Hex
  readonly logIndex: number
  /** A vault, or a message on a final chain. */
  readonly subject: Hex
  readonly kind: EventKind
  readonly payload: EventPayload
}
