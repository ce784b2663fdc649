import type { Address, Hex } from 'viem'
import { makerQuoteSchema } from './maker-quote.ts'
import { intentStatuses, orderStatuses } from './rules/index.ts'
import {
  addressCodec,
  addressSchema,
  amountCodec,
  amountSchema,
  assetIdSchema,
  bytesSchema,
  chainNameSchema,
  dateTimeSchema,
  decimalSchema,
  hashCodec,
  hashSchema,
  orderIdSchema,
  quantitySchema,
  quoteIdSchema,
  unixSecondsSchema,
  userIdSchema,
} from './scalars.ts'
import { z } from './zod.ts'

export const orderStatusSchema = z.enum(orderStatuses).openapi('OrderStatus')
export const intentStatusSchema = z.enum(intentStatuses).openapi('IntentStatus')

/**
 * How far the bridge of a hop is. While it is `awaiting`, the escrow is not claimed yet. When it is
 * `stuck`, the message has not been delivered for longer than normal. When it is `taken_on_hub`,
 * the recipient was paid on the hub chain, by `claimTo` or because the bridge refused.
 */
export const bridgeStatuses = ['awaiting', 'dispatched', 'stuck', 'failed', 'delivered', 'taken_on_hub'] as const
export const bridgeStatusSchema = z.enum(bridgeStatuses).openapi('BridgeStatus')
export type BridgeStatus = (typeof bridgeStatuses)[number]

const blockNumberSchema = z.int().min(0)

/** An escrow on one chain. Fields of events that have not happened are `null`. */
export const intentSchema = z
  .object({
    swap_id: addressSchema.openapi({ description: 'Escrow vault address.' }),
    chain: chainNameSchema,
    asset: assetIdSchema,
    token_address: addressSchema,
    creator: addressSchema.openapi({
      description: 'Funds the vault, and is repaid if it is cancelled.',
    }),
    recipient: addressSchema.openapi({
      description: 'Is paid when the vault is claimed.',
    }),
    amount: amountSchema,
    commitment_hash: hashSchema.openapi({
      description: 'SHA-256 of the secret.',
    }),
    commitment: hashSchema.nullable().openapi({
      description: 'The secret itself, once a claim has made it public on chain. `null` before.',
    }),
    cancel_after: unixSecondsSchema.openapi({
      description: 'The vault can be claimed before, and cancelled from this time on.',
    }),
    registry_address: addressSchema.openapi({
      description: 'The contract that creates vaults.',
    }),
    create_tx_hash: hashSchema.nullable().openapi({ description: 'Initiate transaction.' }),
    create_block_number: blockNumberSchema.nullable(),
    create_timestamp: dateTimeSchema.nullable(),
    claim_tx_hash: hashSchema.nullable().openapi({ description: 'Claim transaction.' }),
    claim_block_number: blockNumberSchema.nullable(),
    claim_timestamp: dateTimeSchema.nullable(),
    cancel_tx_hash: hashSchema.nullable().openapi({ description: 'Cancel transaction.' }),
    cancel_block_number: blockNumberSchema.nullable(),
    cancel_timestamp: dateTimeSchema.nullable(),
    l1_hop: z.boolean().openapi({ description: 'Whether a hop claim payload is required.' }),
    hop_bridge_factory: addressSchema.nullable(),
    hop_dest_blockchain_id: hashSchema.nullable(),
    hop_recipient: addressSchema.nullable(),
    hop_fee_token: addressSchema.nullable(),
    hop_relayer_fee: quantitySchema.nullable(),
    final_chain: chainNameSchema.nullable(),
    final_token_address: addressSchema.nullable(),
    bridge_tx_hash: hashSchema.nullable().openapi({ description: 'The dispatch transaction of a hop.' }),
    bridge_status: bridgeStatusSchema
      .nullable()
      .openapi({ description: 'How far the hop is; `null` on direct sides.' }),
    bridge_message_id: hashSchema.nullable().openapi({
      description: 'Of the message that carries the hop, on both of its chains.',
    }),
    delivery_tx_hash: hashSchema.nullable().openapi({
      description: 'The last transaction on the final chain that executed the message, or failed to.',
    }),
    delivered_at: dateTimeSchema.nullable().openapi({ description: 'When the tokens arrived on the final chain.' }),
    funded_amount: quantitySchema.nullable().default(null).openapi({
      description:
        'Source only, when the order is read by its id: base units of the token that lie at `swap_id` without an escrow, which is before the escrow is created, and for a week after it has settled. `null` where it was not read.',
    }),
    created_at: dateTimeSchema,
    updated_at: dateTimeSchema,
    status: intentStatusSchema.openapi({
      description: 'Derived from the facts above and the time of the chain.',
    }),
  })
  .openapi('Intent')

/** Who must act next, and by when. `call` is the transaction to send, if there is one. */
export const nextActionSchema = z
  .object({
    actor: z.enum(['user', 'solver', 'relayer', 'bridge', 'anyone']),
    action: z.enum([
      'initiate_source',
      'recover_prefund',
      'initiate_destination',
      'submit_claim',
      'claim_source',
      'deliver_bridge',
      'retry_bridge',
      'cancel_source',
      'cancel_destination',
      'refund_source',
    ]),
    chain: chainNameSchema,
    deadline: unixSecondsSchema.nullable().openapi({
      description:
        'Until when, by the time of the chain. Of `initiate_source` the source escrow has to be on chain by then, which is ' +
        'never later than `initiate_by`: once it has passed, pay nothing. `null`: ' +
        'there is no limit, or it is not known.',
    }),
    description: z.string(),
    call: z
      .object({ to: addressSchema, data: bytesSchema, value: quantitySchema })
      .nullable()
      .openapi({ description: 'A transaction that does it, ready to sign.' }),
  })
  .openapi('NextAction')

/** What the user of a completed order received. It has one form for direct and for hop orders. */
const receiptSchema = z
  .object({
    chain: chainNameSchema,
    asset: assetIdSchema,
    token_address: addressSchema,
    recipient: addressSchema,
    amount: amountSchema,
  })
  .openapi('Receipt')

/** An order: a quote bound to two escrows. */
export const orderSchema = z
  .object({
    order_id: orderIdSchema,
    user_id: userIdSchema,
    quote_id: quoteIdSchema,
    source_token_price: decimalSchema.openapi({
      description: 'USD per whole token, at the quote.',
    }),
    dest_token_price: decimalSchema.openapi({
      description: 'USD per whole token, at the quote.',
    }),
    fee_bips: z.int().min(0).max(10_000),
    initiate_by: unixSecondsSchema.nullable().openapi({
      description:
        'The maker is bound when the source escrow is on chain by then, by the source chain’s clock. `null` when the quote named no such time.',
    }),
    fill_by: unixSecondsSchema.nullable().openapi({
      description:
        'The maker funds the destination escrow before then, by the clock of its chain, or gives the source back. ' +
        '`null` when the quote named no such time.',
    }),
    maker_quote: makerQuoteSchema
      .nullable()
      .default(null)
      .openapi({
        description:
          'What the maker of this order signed; its amounts are the quote’s, and its addresses those of the intents. ' +
          '`null`: the orderbook’s own quote engine made the quote.',
      }),
    source_intent: intentSchema,
    destination_intent: intentSchema,
    receives: receiptSchema.nullable().default(null).openapi({
      description:
        'What was asked for, and who receives it where: on a hop, on the final chain. `null` from an orderbook that does not say.',
    }),
    created_at: dateTimeSchema,
    updated_at: dateTimeSchema,
    status: orderStatusSchema,
    next_action: nextActionSchema.nullable().openapi({ description: '`null` when nothing is left to do.' }),
  })
  .openapi('Order')

export type IntentWire = z.infer<typeof intentSchema>
export type NextActionWire = z.infer<typeof nextActionSchema>
export type OrderWire = z.infer<typeof orderSchema>

const orderSideSchema = z
  .strictObject({
    asset: assetIdSchema,
    recipient: addressSchema,
    amount: amountSchema,
  })
  .openapi('OrderSide')

/** The body of `POST /orders`. Every field is required, and no other is accepted. */
export const createOrderSchema = z
  .strictObject({
    user_id: userIdSchema,
    quote_id: quoteIdSchema,
    source: orderSideSchema.openapi({
      description:
        '`recipient`: the user on the source chain, who funds the escrow and is repaid if it is cancelled. The answer calls ' +
        'this account `source_intent.creator`.',
    }),
    destination: orderSideSchema.openapi({
      description: '`recipient`: the user on the destination chain; is paid by the escrow.',
    }),
    commitment_hash: hashSchema
      .refine((hash) => !/^0x0{64}$/.test(hash), 'must be the hash of a secret, and not zero')
      .openapi({ description: 'SHA-256 of the 32-byte secret.' }),
  })
  .openapi('CreateOrder')
export type CreateOrderWire = z.infer<typeof createOrderSchema>

/** One side of an order that a client asks for. `amount` is in base units. */
export interface OrderSide {
  asset: string
  recipient: Address
  amount: bigint
}

/** The body of `POST /orders`, as the code uses it. */
export interface CreateOrder {
  userId: string
  quoteId: string
  source: OrderSide
  destination: OrderSide
  commitmentHash: Hex
}

const decodeSide = (side: z.infer<typeof orderSideSchema>): OrderSide => ({
  asset: side.asset,
  recipient: addressCodec.decode(side.recipient),
  amount: amountCodec.decode(side.amount),
})

/** Turns {@link createOrderSchema} of the wire into {@link CreateOrder}, and back. */
export const createOrderCodec = z.codec(createOrderSchema, z.custom<CreateOrder>(), {
  decode: (body) => ({
    userId: body.user_id,
    quoteId: body.quote_id.toLowerCase(),
    source: decodeSide(body.source),
    destination: decodeSide(body.destination),
    commitmentHash: hashCodec.decode(body.commitment_hash),
  }),
  encode: (order) => ({
    user_id: order.userId,
    quote_id: order.quoteId,
    source: { ...order.source, amount: String(order.source.amount) },
    destination: {
      ...order.destination,
      amount: String(order.destination.amount),
    },
    commitment_hash: order.commitmentHash,
  }),
})
