import { sha256, stringToBytes, type TypedDataDefinition } from 'viem'
import { isMessageSignedBy, type MessageKind, typedDataOf } from './signed-message.ts'

/** The promise that a maker signs with a firm quote, as on the wire (docs/makers.md). Amounts in base units, times in unix seconds. */
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
 * The identifier under which makers are asked for a quote: a UUID (version 8) of the first 16 bytes of the SHA-256 of the
 * `quote_id` in lower case. The holder of a quote can check that a maker's signature is for it; a maker cannot tell the quote
 * from what it is asked, so it can neither read nor take a quote that it did not win.
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

/** The EIP-712 typed data of a firm quote. */
export const makerQuoteTypedData = (message: MakerQuoteMessage): TypedDataDefinition => typedDataOf(kind, message)

/** Whether the signature of a firm quote is by the given key. A signature that cannot be read is by none. */
export const isSignedBy = (
  signer: string,
  signed: { message: MakerQuoteMessage; signature: string },
): Promise<boolean> => isMessageSignedBy(kind, signer, signed)
