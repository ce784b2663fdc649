import { makerQuoteSchema } from './maker-quote.ts'
import {
  addressSchema,
  amountSchema,
  assetIdSchema,
  dateTimeSchema,
  decimalSchema,
  quantitySchema,
  quoteIdSchema,
  unixSecondsSchema,
} from './scalars.ts'
import { z } from './zod.ts'

/** A `direct` route ends in an escrow on the destination chain, a `hop` goes on over a bridge. */
export const routeTypes = ['direct', 'hop'] as const
export const routeTypeSchema = z.enum(routeTypes).openapi('RouteType')
export type RouteType = (typeof routeTypes)[number]

export const quotedAmountSchema = z.object({ asset: assetIdSchema, amount: amountSchema }).openapi('QuotedAmount')

/** Both assets, and the amount of exactly one side. */
const quoteRequest = {
  source_asset: assetIdSchema,
  destination_asset: assetIdSchema,
  source_amount: amountSchema.optional().openapi({
    description: 'Exact input. Give this or `destination_amount`.',
  }),
  destination_amount: amountSchema.optional().openapi({ description: 'Exact output. Give this or `source_amount`.' }),
}
const hasOneAmount = (request: { source_amount?: unknown; destination_amount?: unknown }) =>
  (request.source_amount === undefined) !== (request.destination_amount === undefined)
const oneAmount = { error: 'give exactly one of source_amount and destination_amount' }

/** The body of `POST /quotes`. */
export const createQuoteSchema = z.strictObject(quoteRequest).refine(hasOneAmount, oneAmount).openapi('CreateQuote')
export type CreateQuoteWire = z.infer<typeof createQuoteSchema>

/** A firm quote. One order may be made from it, until it expires. A remote quote service answers with the same shape. */
export const quoteSchema = z
  .object({
    quote_id: quoteIdSchema,
    source: quotedAmountSchema,
    destination: quotedAmountSchema,
    route_type: routeTypeSchema,
    fee_bips: z.int().min(0).max(10_000),
    source_token_price: decimalSchema,
    dest_token_price: decimalSchema,
    source_solver_address: addressSchema.openapi({
      description: 'The solver on the source chain: is paid by the source escrow.',
    }),
    dest_solver_address: addressSchema.openapi({
      description: 'The solver on the escrow chain of the destination: funds its escrow.',
    }),
    hop_relayer_fee: quantitySchema.nullable().openapi({
      description: 'Hop routes: the bridge relayer’s fee, in base units of the bridged token.',
    }),
    network_fee: quantitySchema
      .nullable()
      .default(null)
      .openapi({
        description:
          'The part of the amounts that pays for gas, in base units of the destination asset: it is in them already, and is taken ' +
          'nowhere else. Of a quote with a `maker_quote`, what the maker’s own transactions cost at the fees of the moment. ' +
          '`null` when it is not known.',
      }),
    initiate_by: unixSecondsSchema.nullable().default(null).openapi({
      description:
        'The maker is bound when the source escrow is on chain by then, by the source chain’s clock. `null` when the quote names no such time.',
    }),
    fill_by: unixSecondsSchema
      .nullable()
      .default(null)
      .openapi({
        description:
          'The maker funds the destination escrow before then, by the clock of its chain, or gives the source back. ' +
          '`null` when the quote names no such time.',
      }),
    source_cancel_after: unixSecondsSchema
      .nullable()
      .default(null)
      .openapi({
        description:
          'The `cancel_after` that the source escrow of its order will have. `null`: counted from the order, by ' +
          '`source_cancel_after_secs` of its chain.',
      }),
    dest_cancel_after: unixSecondsSchema
      .nullable()
      .default(null)
      .openapi({
        description:
          'The `cancel_after` that the destination escrow of its order will have. `null`: counted from the order, by ' +
          '`dest_cancel_after_secs` of its chain.',
      }),
    free_option_secs: z
      .int()
      .min(0)
      .nullable()
      .default(null)
      .openapi({
        description:
          'The free option of the user, in seconds: for so long after the quote it can be decided not to reveal the secret, ' +
          'while the maker stands by its price. It ends with the `cancel_after` of the destination escrow, by the clock of its ' +
          'chain; in its last `claim_safety_secs` only the user’s own transaction can still claim. Makers may price it, and ' +
          'count it from that deadline themselves. `null` when the quote names no such time.',
      }),
    maker_quote: makerQuoteSchema.nullable().default(null).openapi({
      description: 'The firm quote that its maker signed. `null`: the orderbook’s own quote engine made it.',
    }),
    expires_at: dateTimeSchema,
    consumed: z.boolean().openapi({ description: 'Whether an order was made from it.' }),
  })
  .openapi('Quote')
export type QuoteWire = z.infer<typeof quoteSchema>

/** The query of `GET /quotes/indicative`, with the same fields as the body of `POST /quotes`. */
export const indicativeQuoteQuerySchema = z.strictObject(quoteRequest).refine(hasOneAmount, oneAmount)

/** A price for display. No order can be made from it. */
export const indicativeQuoteSchema = quoteSchema
  .pick({
    source: true,
    destination: true,
    route_type: true,
    fee_bips: true,
    source_token_price: true,
    dest_token_price: true,
    hop_relayer_fee: true,
    network_fee: true,
  })
  .extend({ as_of: dateTimeSchema })
  .openapi('IndicativeQuote')
export type IndicativeQuoteWire = z.infer<typeof indicativeQuoteSchema>
