import { cancelConsentSchema } from './consent.ts'
import { makerQuoteMessageSchema, signedMakerQuoteSchema } from './maker-quote.ts'
import { routeTypeSchema } from './quote.ts'
import {
  addressSchema,
  amountSchema,
  assetIdSchema,
  hashSchema,
  orderIdSchema,
  quantitySchema,
  quoteIdSchema,
  unixSecondsSchema,
} from './scalars.ts'
import { z } from './zod.ts'

/**
 * The messages between the orderbook and a maker's endpoint: `POST {endpoint}/quotes`, `POST {endpoint}/orders` and
 * `POST {endpoint}/refunds`, each signed with the maker's shared secret by the scheme of Standard Webhooks (docs/makers.md).
 */

/** `POST {endpoint}/quotes`: a sealed request for a firm quote. Exactly one amount is given; the maker names the other. */
export const quoteAskSchema = z.object({
  /** The id that the maker signs as `quote_id`. No maker learns the quote's own id before there is an order. */
  rfq_id: quoteIdSchema,
  source_asset: assetIdSchema,
  destination_asset: assetIdSchema,
  source_amount: amountSchema.nullable(),
  destination_amount: amountSchema.nullable(),
  route_type: routeTypeSchema,
  hop_relayer_fee: quantitySchema,
  /** The maker signs this field as it is. */
  initiate_by: unixSecondsSchema,
  fill_by: unixSecondsSchema,
  expires_at: unixSecondsSchema,
  /**
   * The deadlines of the order's escrows. They are not signed. With `null` they are counted from the order, by the
   * network file.
   */
  source_cancel_after: unixSecondsSchema.nullish(),
  dest_cancel_after: unixSecondsSchema.nullish(),
  /**
   * For how many seconds the user can keep the secret back, which is a free option. For information only: a maker
   * computes this itself.
   */
  free_option_secs: z.int().min(0).nullish(),
  answer_within_ms: z.int().min(1),
})
export type QuoteAsk = z.infer<typeof quoteAskSchema>

/**
 * `POST {endpoint}/orders`: an order is about to be made from a firm quote. A runner-up is asked as well when the
 * winner refuses.
 */
export const orderAskSchema = z.object({
  order_id: orderIdSchema,
  commitment_hash: hashSchema,
  message: makerQuoteMessageSchema,
})
export type OrderAsk = z.infer<typeof orderAskSchema>

/** Either answer of a maker: the signed quote, or why it declines. */
export const makerAnswerSchema = z.union([signedMakerQuoteSchema, z.strictObject({ declined: z.string().max(200) })])
export type MakerAnswer = z.infer<typeof makerAnswerSchema>

/**
 * `POST {endpoint}/refunds`: `fill_by` has passed, and the maker has created no destination escrow.
 * The maker reads the chains before it consents to a refund.
 */
export const refundAskSchema = z.object({
  order_id: orderIdSchema,
  /** The identifier that the maker signed. */
  quote_id: quoteIdSchema,
  source_chain_id: z.int().min(1),
  registry_address: addressSchema,
  /** The source escrow, whose recipient must sign. */
  swap_id: addressSchema,
})
export type RefundAsk = z.infer<typeof refundAskSchema>

/** Either answer of a maker: its consent, or why it declines. */
export const refundAnswerSchema = z.union([
  z.strictObject({ consent: cancelConsentSchema }),
  z.strictObject({ declined: z.string().max(200) }),
])
export type RefundAnswer = z.infer<typeof refundAnswerSchema>

/** The largest answer that is read from a maker, in bytes. */
export const maxMakerAnswerBytes = 16_384
