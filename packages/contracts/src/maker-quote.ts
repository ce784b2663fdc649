import { type Address, type Hex, recoverTypedDataAddress, sha256, stringToBytes } from 'viem'
import {
  addressSchema,
  amountSchema,
  assetIdSchema,
  quantitySchema,
  quoteIdSchema,
  unixSecondsSchema,
} from './scalars.ts'
import { z } from './zod.ts'

/** A maker's name in the orderbook's list: lower-case letters, digits and dashes. */
export const makerIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be a maker: lower-case letters, digits and dashes')
  .openapi({ description: 'Maker; see `GET /makers`.', example: 'maker-one' })

const chainIdSchema = z
  .int()
  .min(1)
  .max(2 ** 53 - 1)
const signatureSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{130}$/, 'must be a signature of 65 bytes')
  .openapi({ description: 'EIP-712 signature, 65 bytes.' })

/** The promise that a maker makes by a firm quote. Each field is signed (docs/makers.md). */
export const makerQuoteMessageSchema = z
  .strictObject({
    quote_id: quoteIdSchema.openapi({
      description:
        'Identifier that the maker was asked under: the UUID (version 8) of the first 16 bytes of the SHA-256 of the quote’s ' +
        '`quote_id` in lower case; of a maker that speaks version 1 of the protocol, the `quote_id` itself.',
    }),
    source_asset: assetIdSchema,
    source_chain_id: chainIdSchema,
    source_token: addressSchema,
    source_amount: amountSchema.openapi({ description: 'What the user pays, in base units.' }),
    source_recipient: addressSchema.openapi({ description: 'The maker on the source chain: recipient of its escrow.' }),
    destination_asset: assetIdSchema.openapi({ description: 'What the user receives; on a hop, on the final chain.' }),
    destination_chain_id: chainIdSchema.openapi({
      description: 'The chain of the destination escrow; on a hop, the hub.',
    }),
    destination_token: addressSchema.openapi({ description: 'What the destination escrow holds.' }),
    destination_amount: amountSchema.openapi({ description: 'What the user receives, in base units of its asset.' }),
    destination_creator: addressSchema.openapi({ description: 'The maker on the chain of the destination escrow.' }),
    hop_relayer_fee: quantitySchema.openapi({
      description: 'Held by the destination escrow on top; 0 on direct routes.',
    }),
    initiate_by: unixSecondsSchema,
    fill_by: unixSecondsSchema,
    expires_at: unixSecondsSchema.openapi({ description: 'An order must be made from the quote before then.' }),
  })
  .openapi('MakerQuoteMessage')
export type MakerQuoteMessage = z.infer<typeof makerQuoteMessageSchema>

/** A firm quote with its signature, as a maker answers it. */
export const signedMakerQuoteSchema = z.strictObject({ message: makerQuoteMessageSchema, signature: signatureSchema })
export type SignedMakerQuote = z.infer<typeof signedMakerQuoteSchema>

/** The maker's signed promise, as it stands with a quote and its order. */
export const makerQuoteSchema = z
  .object({
    maker_id: makerIdSchema,
    signer: addressSchema.openapi({ description: "The maker's signing key." }),
    message: makerQuoteMessageSchema,
    signature: signatureSchema,
  })
  .openapi('MakerQuote')
export type MakerQuoteWire = z.infer<typeof makerQuoteSchema>

/**
 * The identifier under which makers are asked for a quote: a UUID (version 8) of the first 16 bytes of the SHA-256 of the
 * `quote_id` in lower case. The holder of a quote can check that a maker's signature is for it; a maker cannot tell the quote
 * from what it is asked, so it can neither read nor take a quote that it did not win.
 */
export function rfqIdOf(quoteId: string): string {
  const hex = sha256(stringToBytes(quoteId.toLowerCase())).slice(2)
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ]
  return parts.join('-')
}

const types = {
  MakerQuote: [
    { name: 'quoteId', type: 'string' },
    { name: 'sourceAsset', type: 'string' },
    { name: 'sourceChainId', type: 'uint256' },
    { name: 'sourceToken', type: 'address' },
    { name: 'sourceAmount', type: 'uint256' },
    { name: 'sourceRecipient', type: 'address' },
    { name: 'destinationAsset', type: 'string' },
    { name: 'destinationChainId', type: 'uint256' },
    { name: 'destinationToken', type: 'address' },
    { name: 'destinationAmount', type: 'uint256' },
    { name: 'destinationCreator', type: 'address' },
    { name: 'hopRelayerFee', type: 'uint256' },
    { name: 'initiateBy', type: 'uint64' },
    { name: 'fillBy', type: 'uint64' },
    { name: 'expiresAt', type: 'uint64' },
  ],
} as const

/**
 * The EIP-712 typed data of a firm quote. The domain names no chain, because a quote is about two of them: both stand
 * in the message.
 */
export function makerQuoteTypedData(message: MakerQuoteMessage) {
  return {
    domain: { name: 'Tandem maker quote', version: '1' },
    types,
    primaryType: 'MakerQuote',
    message: {
      quoteId: message.quote_id,
      sourceAsset: message.source_asset,
      sourceChainId: BigInt(message.source_chain_id),
      sourceToken: message.source_token as Address,
      sourceAmount: BigInt(message.source_amount),
      sourceRecipient: message.source_recipient as Address,
      destinationAsset: message.destination_asset,
      destinationChainId: BigInt(message.destination_chain_id),
      destinationToken: message.destination_token as Address,
      destinationAmount: BigInt(message.destination_amount),
      destinationCreator: message.destination_creator as Address,
      hopRelayerFee: BigInt(message.hop_relayer_fee),
      initiateBy: BigInt(message.initiate_by),
      fillBy: BigInt(message.fill_by),
      expiresAt: BigInt(message.expires_at),
    },
  } as const
}

/** Whether the signature of a firm quote is by the given key. A signature that cannot be read is by none. */
export async function isSignedBy(signer: string, { message, signature }: SignedMakerQuote): Promise<boolean> {
  const typed = makerQuoteTypedData(message)
  const found = await recoverTypedDataAddress({ ...typed, signature: signature as Hex }).catch(() => undefined)
  return found?.toLowerCase() === signer.toLowerCase()
}
