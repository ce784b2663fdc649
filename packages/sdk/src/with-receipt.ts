import type { Order } from './client/types.ts'

type Receipts = readonly NonNullable<Order['receipt']>[]

/**
 * The receipts of a swap with that of an answer, the first for each status. A receipt of another order or status is left
 * out. The signature is looked at where a receipt is shown as evidence (`tandem verify --receipt`): an orderbook that signs
 * wrongly gives none.
 */
export function withReceipt(receipts: Receipts = [], { order_id: id, status, receipt }: Order): Receipts {
  const message = receipt?.message
  const isOfAnswer = message?.order_id === id && message.status === status
  if (receipt == null || !isOfAnswer || receipts.some((kept) => kept.message.status === status)) return receipts
  return [...receipts, receipt]
}
