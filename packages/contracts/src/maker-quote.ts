import type { MakerQuoteMessage } from './rules/index.ts'
import {
  addressSchema,
  amountSchema,
  assetIdSchema,
  chainIdSchema,
  quantitySchema,
  quoteIdSchema,
  signatureSchema,
  unixSecondsSchema,
} from './scalars.ts'
import { z } from './zod.ts'

/** A maker's name in the orderbook's list: lower-case letters, digits and dashes. */
export const makerIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be a maker: lower-case letters, digits and dashes')
  .openapi({ description: 'Maker; see `GET /makers`.', example: 'maker-one' })

/** The promise that a maker makes by a firm quote. Each field is signed (docs/makers.md). */
export const makerQuoteMessageSchema = z
  .strictObject({
    quote_id: quoteIdSchema.openapi({
      description:
        'Identifier that the maker was asked under: the UUID (version 8) of the first 16 bytes of the SHA-256 of the quote’s ' +
        '`quote_id` in lower case.',
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
  .openapi('MakerQuoteMessage') satisfies z.ZodType<MakerQuoteMessage>

/** A firm quote with its signature, as a maker answers it. */
export const signedMakerQuoteSchema = z.strictObject({ message: makerQuoteMessageSchema, signature: signatureSchema })
export type SignedMakerQuote = z.infer<typeof signedMakerQuoteSchema>

/** The maker's signed promise, as a quote and its order contain it. */
export const makerQuoteSchema = z
  .object({
    maker_id: makerIdSchema,
    signer: addressSchema.openapi({ description: "The maker's signing key." }),
    message: makerQuoteMessageSchema,
    signature: signatureSchema,
  })
  .openapi('MakerQuote')
export type MakerQuoteWire = z.infer<typeof makerQuoteSchema>
