import { isReceiptSignedBy } from '@tandem/rules'
import type { Order } from './client/types.ts'
import type { KnownNetwork } from './known-network.ts'

type Receipt = NonNullable<Order['receipt']>

/**
 * The receipts of a swap with that of an answer, one for each status. A receipt is kept where it is of this very answer, and
 * signed by a key that the application pins; without pinned keys by the key that it names. Any other is left out.
 *
 * @param order verified.
 */
export async function withReceipt(
  receipts: readonly Receipt[] = [],
  order: Order,
  { receipt_signers: signers = [] }: Pick<KnownNetwork, 'receipt_signers'>,
): Promise<readonly Receipt[]> {
  const receipt = order.receipt ?? undefined
  if (receipt === undefined || receipts.some(({ message }) => message.status === order.status)) return receipts
  const isKept = await isReceiptOf(order, receipt, signers).catch(() => false)
  return isKept ? [...receipts, receipt] : receipts
}

/** @throws where the receipt has another shape. */
async function isReceiptOf(order: Order, receipt: Receipt, signers: readonly string[]): Promise<boolean> {
  const { message, signer } = receipt
  const { source_intent: source, destination_intent: destination } = order
  const isOfOrder =
    message.order_id === order.order_id &&
    message.status === order.status &&
    message.commitment_hash === source.commitment_hash &&
    isSame(message.source_vault, source.swap_id) &&
    isSame(message.destination_vault, destination.swap_id)
  const isPinned = signers.length === 0 || signers.some((one) => isSame(one, signer))
  return isOfOrder && isPinned && isReceiptSignedBy(signer, receipt)
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
