import { type OrderReceiptMessage, orderStatuses } from './rules/index.ts'
import {
  addressSchema,
  amountSchema,
  chainIdSchema,
  hashSchema,
  orderIdSchema,
  quoteIdSchema,
  signatureSchema,
  unixSecondsSchema,
} from './scalars.ts'
import { z } from './zod.ts'

const sideOf = <Side extends 'source' | 'destination'>(side: Side) =>
  ({
    [`${side}_chain_id`]: chainIdSchema,
    [`${side}_registry`]: addressSchema,
    [`${side}_vault`]: addressSchema,
    [`${side}_token`]: addressSchema,
    [`${side}_creator`]: addressSchema,
    [`${side}_recipient`]: addressSchema,
    [`${side}_amount`]: amountSchema,
    [`${side}_cancel_after`]: unixSecondsSchema,
  }) as Record<`${Side}_${'registry' | 'vault' | 'token' | 'creator' | 'recipient'}`, typeof addressSchema> &
    Record<`${Side}_amount`, typeof amountSchema> &
    Record<`${Side}_chain_id`, typeof chainIdSchema> &
    Record<`${Side}_cancel_after`, typeof unixSecondsSchema>

const messageSchema = z
  .strictObject({
    order_id: orderIdSchema,
    quote_id: quoteIdSchema,
    status: z.enum(orderStatuses),
    updated_at: unixSecondsSchema.openapi({ description: 'When the order changed last.' }),
    commitment_hash: hashSchema,
    ...sideOf('source'),
    ...sideOf('destination'),
    destination_hop_bridge: addressSchema.openapi({ description: 'The bridge of a hop; zero on direct routes.' }),
  })
  .openapi('OrderReceiptMessage') satisfies z.ZodType<OrderReceiptMessage>

/** The orderbook's signed word on an order: evidence, should a chain show something else. */
export const orderReceiptSchema = z
  .object({
    signer: addressSchema.openapi({ description: 'A key of `receipt_signers` of the network file.' }),
    message: messageSchema,
    signature: signatureSchema,
  })
  .openapi('OrderReceipt')
export type OrderReceiptWire = z.infer<typeof orderReceiptSchema>
