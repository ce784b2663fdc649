import type { TypedDataDefinition } from 'viem'
import type { OrderStatus } from './order-status.ts'
import { isMessageSignedBy, type MessageKind, typedDataOf } from './signed-message.ts'

/** The facts of one side of an order that a receipt names: the whole of its escrow's terms, and where the escrow is. */
type SideOf<Side extends 'source' | 'destination'> = {
  [Field in `${Side}_${'registry' | 'vault' | 'token' | 'creator' | 'recipient' | 'amount'}`]: string
} & { [Field in `${Side}_${'chain_id' | 'cancel_after'}`]: number }

/** The orderbook's answer about an order, as it signs it on the wire. Amounts in base units, times in unix seconds. */
export type OrderReceiptMessage = SideOf<'source'> &
  SideOf<'destination'> & {
    order_id: string
    quote_id: string
    status: OrderStatus
    /** When the order changed last. */
    updated_at: number
    commitment_hash: string
    /** The bridge of a hop, or the zero address. */
    destination_hop_bridge: string
  }

const sideFields = (side: 'source' | 'destination') =>
  [
    [`${side}_chain_id`, 'uint256'],
    [`${side}_registry`, 'address'],
    [`${side}_vault`, 'address'],
    [`${side}_token`, 'address'],
    [`${side}_creator`, 'address'],
    [`${side}_recipient`, 'address'],
    [`${side}_amount`, 'uint256'],
    [`${side}_cancel_after`, 'uint64'],
  ] as const

const kind: MessageKind<OrderReceiptMessage> = {
  domain: 'Tandem order receipt',
  primaryType: 'OrderReceipt',
  fields: [
    ['order_id', 'string'],
    ['quote_id', 'string'],
    ['status', 'string'],
    ['updated_at', 'uint64'],
    ['commitment_hash', 'bytes32'],
    ...sideFields('source'),
    ...sideFields('destination'),
    ['destination_hop_bridge', 'address'],
  ],
}

/** The EIP-712 typed data of a receipt. */
export const orderReceiptTypedData = (message: OrderReceiptMessage): TypedDataDefinition => typedDataOf(kind, message)

/** Whether the signature of a receipt is by the given key. A signature that cannot be read is by none. */
export const isReceiptSignedBy = (
  signer: string,
  receipt: { message: OrderReceiptMessage; signature: string },
): Promise<boolean> => isMessageSignedBy(kind, signer, receipt)

type ShownState = 'missing' | 'open' | 'claimed' | 'cancelled'

/**
 * Whether the chains may show these escrows after an order truly had a status. Pure. What a settled escrow shows stays, so that a
 * final status which the chains do not bear out was false; no other status can be refuted later.
 */
export function isStatusPossible(
  status: OrderStatus,
  { source, destination }: Record<'source' | 'destination', ShownState>,
): boolean {
  switch (status) {
    case 'completed':
      return source === 'claimed' && destination === 'claimed'
    case 'cancelled':
      // An escrow that was not there yet may have come later.
      return source === 'cancelled' || destination === 'cancelled'
    case 'expired':
      // Tokens that are taken back from an address make its escrow, and cancel it.
      return source === 'missing' || source === 'cancelled'
    default:
      return true
  }
}
