import type { IntentWire, OrderWire } from '@tandem/contracts'

/** The asset that the user receives, and its chain. `amount` in the base units of `asset`. */
export interface Receipt {
  chain: string
  asset: string
  amount: string
}

type Receiving = Pick<OrderWire, 'receives'> & {
  destination_intent: Pick<IntentWire, 'chain' | 'final_chain' | 'asset' | 'amount'>
}

/**
 * The receipt of an order in the end. On a hop it is less than the escrow on the hub holds: the bridge's fee comes off,
 * and the token on the final chain may have other decimals.
 */
export function receiptOf({ receives, destination_intent: destination }: Receiving): Receipt {
  return receives ?? { ...destination, chain: destination.final_chain ?? destination.chain }
}

/** A transaction of interest to the user: of the source escrow, the payment, the bridge, or the refund. */
export interface KeptTransaction {
  kind: 'funded' | 'paid' | 'delivered' | 'returned'
  hash: string
  chain: string
}

export function transactionsOf({
  source_intent: source,
  destination_intent: destination,
}: OrderWire): KeptTransaction[] {
  const { chain } = source
  const kept = [
    { kind: 'funded', hash: source.create_tx_hash, chain },
    { kind: 'paid', hash: destination.claim_tx_hash, chain: destination.chain },
    { kind: 'delivered', hash: destination.delivery_tx_hash, chain: destination.final_chain ?? '' },
    { kind: 'returned', hash: source.cancel_tx_hash, chain },
  ] as const
  return kept.flatMap(({ hash, ...one }) => (hash === null ? [] : [{ ...one, hash }]))
}

/** Whether the payment crosses a bridge. */
export const isBridged = ({ destination_intent: { l1_hop, bridge_status } }: OrderWire): boolean =>
  l1_hop && bridge_status !== 'taken_on_hub'

/** When the recipient was paid, ISO 8601; `null` before. */
export const paidAt = (order: OrderWire): string | null =>
  order.destination_intent[isBridged(order) ? 'delivered_at' : 'claim_timestamp']

/** Seconds from the block of the source escrow to the one that paid the recipient. */
export function secondsOf(order: OrderWire): number | undefined {
  const [funded, paid] = [order.source_intent.create_timestamp, paidAt(order)]
  return funded === null || paid === null ? undefined : (Date.parse(paid) - Date.parse(funded)) / 1000
}
