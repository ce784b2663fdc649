import type { TypedDataDefinition } from 'viem'
import type { OrderStatus } from './order-status.ts'
import { isMessageSignedBy, type MessageKind, typedDataOf } from './signed-message.ts'

type SideOf<Side extends 'source' | 'destination'> = {
  [Field in `${Side}_${'registry' | 'vault' | 'token' | 'creator' | 'recipient' | 'amount'}`]: string
} & { [Field in `${Side}_${'chain_id' | 'cancel_after'}`]: number }

/** Base units, unix seconds. */
export type OrderReceiptMessage = SideOf<'source'> &
  SideOf<'destination'> & {
    order_id: string
    quote_id: string
    status: OrderStatus
    updated_at: number
    commitment_hash: string
    /** The zero address without a hop. */
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

/** EIP-712. */
export const orderReceiptTypedData = (message: OrderReceiptMessage): TypedDataDefinition => typedDataOf(kind, message)

/** Never throws. */
export const isReceiptSignedBy = (
  signer: string,
  receipt: { message: OrderReceiptMessage; signature: string },
): Promise<boolean> => isMessageSignedBy(kind, signer, receipt)

type ShownState = 'missing' | 'open' | 'claimed' | 'cancelled'

/** A settled escrow can refute a final status later. */
export function isStatusPossible(
  status: OrderStatus,
  { source, destination }: Record<'source' | 'destination', ShownState>,
): boolean {
  switch (status) {
    case 'completed':
      return source === 'claimed' && destination === 'claimed'
    case 'cancelled':
      return source === 'cancelled' || destination === 'cancelled'
    case 'expired':
      // Tokens taken back create and cancel their escrow.
      return source === 'missing' || source === 'cancelled'
    default:
      return true
  }
}
