import type { Intent, Order } from '@tandem/sdk'
import type { Naming } from './amounts.ts'
import { fromNow } from './times.ts'

/** The events of an escrow in the order in which they happen, and the word for each. */
const events = [
  ['create', 'created'],
  ['claim', 'claimed'],
  ['cancel', 'cancelled'],
] as const

/** An order as rows for {@link print}: both sides with their transactions, and the next action. */
export function rowsOfOrder(order: Order, named: Naming): Record<string, string | undefined> {
  return {
    order_id: order.order_id,
    status: order.status,
    ...rowsOfSide('source', order.source_intent, named),
    ...rowsOfSide('destination', order.destination_intent, named),
    next: order.next_action?.description,
  }
}

function rowsOfSide(side: string, intent: Intent, named: Naming): Record<string, string> {
  const happened = events.flatMap(([event, word]) => {
    const hash = intent[`${event}_tx_hash`]
    return hash === null ? [] : [[`${side} ${word} by`, hash] as const]
  })
  const isOpen = intent.claim_tx_hash === null && intent.cancel_tx_hash === null
  return {
    [side]: `${named(intent)}, ${intent.status}`,
    ...Object.fromEntries(happened),
    ...(isOpen && intent.cancel_after > 0 ? { [`${side} can be cancelled`]: fromNow(intent.cancel_after) } : {}),
  }
}
