import { hashSecret } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { ChainFacts, TransactionFact } from '../../orders/domain/order.ts'
import type { BridgeState } from '../../orders/domain/order-lifecycle.ts'
import type { ChainEvent } from './chain-event.ts'

/**
 * Derives the facts of one side from its events. From the facts of both sides, `deriveOrderStatus` of
 * orders/domain/order-lifecycle.ts derives the order's status (project-order.ts calls both).
 * @param events the canonical events that count (`counter` of db/chain-event.store.ts decides), the oldest first.
 * @param deliveries the final chain's events, the oldest first.
 */
export function projectIntent(
  intent: { readonly commitmentHash: Hex; readonly isHop: boolean },
  events: readonly ChainEvent[],
  deliveries: readonly ChainEvent[] = [],
): ChainFacts {
  const claims = events.filter(({ kind }) => kind === 'claimed' || kind === 'hop_dispatched')
  const cancels = events.filter(({ kind }) => kind === 'cancelled')
  const claim = claims[0]
  const dispatch = claims.find(({ kind }) => kind === 'hop_dispatched')
  const execution = deliveryOf(dispatch, deliveries)
  const bridgeState = bridgeStateOf(intent.isHop, dispatch, execution)
  const delivery = factOf(execution)
  return {
    create: factOf(events.find(({ kind }) => kind === 'created')),
    claim: factOf(claim),
    cancel: factOf(cancels[0]),
    commitment: claim?.payload.secret ?? null,
    bridgeTxHash: dispatch?.txHash ?? null,
    bridgeMessageId: dispatch?.payload.messageId ?? null,
    bridgeState,
    // The delivery of the message, or its last failure.
    deliveryTxHash: delivery?.txHash ?? null,
    deliveredAt: bridgeState === 'delivered' ? (delivery?.timestamp ?? null) : null,
    contradiction: contradictionOf(intent.commitmentHash, events, claims, cancels),
  }
}

const factOf = (event: ChainEvent | undefined): TransactionFact | null =>
  event === undefined
    ? null
    : { txHash: event.txHash, blockNumber: Number(event.blockNumber), timestamp: new Date(event.blockTimestamp * 1000) }

/** The execution of the dispatched message. Executions may fail before the one that succeeds. */
const deliveryOf = (dispatch: ChainEvent | undefined, deliveries: readonly ChainEvent[]): ChainEvent | undefined => {
  const ours = deliveries.filter(({ subject }) => dispatch !== undefined && subject === dispatch.payload.messageId)
  return ours.find(({ kind }) => kind === 'hop_delivered') ?? ours.at(-1)
}

const bridgeStateOf = (
  isHop: boolean,
  dispatch: ChainEvent | undefined,
  delivery: ChainEvent | undefined,
): BridgeState | null => {
  if (!isHop) return null
  if (dispatch === undefined) return 'none'
  if (delivery === undefined) return 'dispatched'
  return delivery.kind === 'hop_delivered' ? 'delivered' : 'failed'
}

/** Describes events that the contract makes impossible. One of them shows that an assumption of ours is wrong. */
function contradictionOf(
  commitmentHash: Hex,
  events: readonly ChainEvent[],
  claims: readonly ChainEvent[],
  cancels: readonly ChainEvent[],
): string | null {
  if (events.some(({ payload }) => payload.commitmentHash !== commitmentHash))
    return 'an event names another commitment hash'
  if (claims.some(({ payload }) => payload.secret === undefined || hashSecret(payload.secret) !== commitmentHash)) {
    return 'a claim carries a secret that does not hash to the commitment hash'
  }
  if (claims.length > 1) return 'the vault was claimed twice'
  if (cancels.length > 1) return 'the vault was cancelled twice'
  if (claims.length > 0 && cancels.length > 0) return 'the vault was claimed and cancelled'
  return null
}
