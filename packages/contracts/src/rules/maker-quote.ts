import { sha256, stringToBytes, type TypedDataDefinition } from 'viem'
import { isMessageSignedBy, type MessageKind, type Recover, typedDataOf } from './signed-message.ts'

/** What a maker signs for a firm quote. Amounts are in base units, times in unix seconds. */
export interface MakerQuoteMessage {
  quote_id: string
  source_asset: string
  source_chain_id: number
  source_token: string
  source_amount: string
  source_recipient: string
  destination_asset: string
  destination_chain_id: number
  destination_token: string
  destination_amount: string
  destination_creator: string
  hop_relayer_fee: string
  initiate_by: number
  fill_by: number
  expires_at: number
}

/**
 * The identifier under which makers are asked: the SHA-256 of the `quote_id`, as a UUID of version 8. With it a maker can
 * neither read the quote nor take it.
 */
export function rfqIdOf(quoteId: string): string {
  const hex = sha256(stringToBytes(quoteId.toLowerCase())).slice(2)
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  const version = `8${hex.slice(13, 16)}`
  return [hex.slice(0, 8), hex.slice(8, 12), version, variant + hex.slice(17, 20), hex.slice(20, 32)].join('-')
}

const kind: MessageKind<MakerQuoteMessage> = {
  domain: 'Tandem maker quote',
  primaryType: 'MakerQuote',
  fields: [
    ['quote_id', 'string'],
    ['source_asset', 'string'],
    ['source_chain_id', 'uint256'],
    ['source_token', 'address'],
    ['source_amount', 'uint256'],
    ['source_recipient', 'address'],
    ['destination_asset', 'string'],
    ['destination_chain_id', 'uint256'],
    ['destination_token', 'address'],
    ['destination_amount', 'uint256'],
    ['destination_creator', 'address'],
    ['hop_relayer_fee', 'uint256'],
    ['initiate_by', 'uint64'],
    ['fill_by', 'uint64'],
    ['expires_at', 'uint64'],
  ],
}

/** The EIP-712 message that a maker signs for a firm quote. */
export const makerQuoteTypedData = (message: MakerQuoteMessage): TypedDataDefinition => typedDataOf(kind, message)

/**
 * Whether the maker's key has signed the quote. An unreadable signature is no error: the answer is
 * then `false`.
 */
export const isSignedBy = (
  signer: string,
  signed: { message: MakerQuoteMessage; signature: string },
  recover?: Recover,
): Promise<boolean> => isMessageSignedBy(kind, signer, signed, recover)
