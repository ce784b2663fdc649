import type { IntentWire, OrderWire } from '@tandem/contracts'

/** What the user receives in the end, and on which chain. `amount` is in base units of `asset`. */
export interface Received {
  chain: string
  asset: string
  amount: string
}

type Receiving = Pick<OrderWire, 'receives'> & {
  destination_intent: Pick<IntentWire, 'chain' | 'final_chain' | 'asset' | 'amount'>
}

/**
 * Returns what the user of an order receives in the end. On a hop that is less than the escrow on the hub holds, because the
 * bridge takes its fee from it. The token on the final chain may have other decimals, too.
 */
export function receivedOf({ receives, destination_intent: destination }: Receiving): Received {
  return receives ?? { ...destination, chain: destination.final_chain ?? destination.chain }
}

/** A transaction of the receipt: it funded the source escrow, paid the user, delivered over the bridge, or returned the amount. */
export interface ReceiptTransaction {
  kind: 'funded' | 'paid' | 'delivered' | 'returned'
  hash: string
  chain: string
}

export function transactionsOf({
  source_intent: source,
  destination_intent: destination,
}: OrderWire): ReceiptTransaction[] {
  const { chain } = source
  const kept = [
    { kind: 'funded', hash: source.create_tx_hash, chain },
    { kind: 'paid', hash: destination.claim_tx_hash, chain: destination.chain },
    { kind: 'delivered', hash: destination.delivery_tx_hash, chain: destination.final_chain ?? '' },
    { kind: 'returned', hash: source.cancel_tx_hash, chain },
  ] as const
  return kept.flatMap(({ hash, ...one }) => (hash === null ? [] : [{ ...one, hash }]))
}

/** Whether the payment crosses a bridge. It does not when the user of a hop took it on the hub. */
export const isBridged = ({ destination_intent: { l1_hop, bridge_status } }: OrderWire): boolean =>
  l1_hop && bridge_status !== 'taken_on_hub'

/** When the recipient was paid, as an ISO 8601 time; `null` before that. */
export const paidAt = (order: OrderWire): string | null =>
  order.destination_intent[isBridged(order) ? 'delivered_at' : 'claim_timestamp']

/** How many seconds the swap took, from the block that funded the source escrow to the block that paid the recipient. */
export function secondsOf(order: OrderWire): number | undefined {
  const [funded, paid] = [order.source_intent.create_timestamp, paidAt(order)]
  return funded === null || paid === null ? undefined : (Date.parse(paid) - Date.parse(funded)) / 1000
}
