import type { Order } from './client/types.ts'

type Receipts = readonly NonNullable<Order['receipt']>[]

/**
 * The first receipt for each status. One of another order or status is left out. Signatures are checked where a receipt
 * is shown as evidence.
 */
export function withReceipt(receipts: Receipts = [], { order_id: id, status, receipt }: Order): Receipts {
  const message = receipt?.message
  const isOfAnswer = message?.order_id === id && message.status === status
  if (receipt == null || !isOfAnswer || receipts.some((kept) => kept.message.status === status)) return receipts
  return [...receipts, receipt]
}
