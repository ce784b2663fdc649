import { orderStatusSchema } from './order.ts'
import { chainNameSchema, dateTimeSchema, hashSchema, orderIdSchema } from './scalars.ts'
import { z } from './zod.ts'

/**
 * The types of events. With `order.reveal_safe` the orderbook says that both escrows have the confirmations that the relayer
 * asks for. A client checks the destination escrow by endpoints of its own all the same, before the secret leaves.
 */
export const orderEventTypes = [
  'order.created',
  'order.fact_seen',
  'order.fact_confirmed',
  'order.fact_finalized',
  'order.fact_retracted',
  'order.status_changed',
  'order.reveal_safe',
] as const

/**
 * How firm a fact is. When it is `seen`, it is in a block. When it is `confirmed`, it has the
 * confirmations that the chain asks for. When it is `finalized`, no reorganization can reach it.
 */
export const finalities = ['seen', 'confirmed', 'finalized'] as const
export const finalitySchema = z.enum(finalities).openapi('Finality')

/** A chain event of an order: its kind, its place, and its finality. */
export const factSchema = z
  .object({
    side: z.enum(['source', 'destination']),
    kind: z.enum(['created', 'claimed', 'cancelled', 'hop_dispatched', 'hop_delivered', 'hop_failed']),
    chain: chainNameSchema,
    tx_hash: hashSchema,
    block_number: z.int().min(0),
    block_hash: hashSchema,
    block_timestamp: dateTimeSchema,
    finality: finalitySchema,
    confirmations: z.int().min(0).nullable().openapi({
      description:
        'Blocks from the block of the fact up to the head, both counted, when this was written; 0 for a retracted fact.',
    }),
  })
  .openapi('Fact')

/**
 * This schema has a name of its own in the OpenAPI document, because the fact of an event may be
 * null.
 */
const standingFactSchema = z
  .object({
    ...factSchema.shape,
    confirmations: z
      .int()
      .min(1)
      .openapi({ description: 'Blocks from the block of the fact up to the head, both counted.' }),
  })
  .openapi('StandingFact')

/** An entry of the outbox. `seq` rises over all orders, `order_seq` counts from 1 within the order without a gap. */
export const orderEventSchema = z
  .object({
    seq: z.int().min(1),
    order_seq: z.int().min(1),
    order_id: orderIdSchema,
    type: z.enum(orderEventTypes),
    status: orderStatusSchema.openapi({
      description: "The order's status after the event.",
    }),
    fact: factSchema.nullable(),
    created_at: dateTimeSchema,
  })
  .openapi('OrderEvent')
export type OrderEventWire = z.infer<typeof orderEventSchema>
export type FactWire = z.infer<typeof factSchema>
export type StandingFactWire = z.infer<typeof standingFactSchema>

/** How many events a page has at most. */
const maxEvents = 1_000
/** How many facts one order shows. Anybody may retry a bridge's delivery, so the retries are shown up to a hundred. */
const maxFacts = 200

const sequenceParameter = z
  .string()
  .regex(/^[0-9]{1,15}$/, 'must be a sequence number')
  .transform(Number)

/** The query of both event endpoints. */
export const listEventsSchema = z.strictObject({
  after_seq: sequenceParameter.optional().openapi({
    type: 'integer',
    description:
      'Only events with a greater `seq`. By default from the oldest that is kept; a position before that is answered with `EVENTS_GONE`.',
  }),
  limit: z
    .string()
    .regex(/^[0-9]{1,4}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(maxEvents))
    .optional()
    .openapi({ type: 'integer', description: '1 to 1000, 100 by default.' }),
})

/** A page of events, oldest first. */
export const eventPageSchema = z
  .object({
    data: z.array(orderEventSchema).max(maxEvents),
    last_seq: z.int().min(0).openapi({ description: 'Give it as `after_seq` to read on.' }),
    has_more: z.boolean(),
  })
  .openapi('EventPage')

/** `GET /orders/{order_id}/explain`: the order in words. */
export const explanationSchema = z
  .object({
    order_id: orderIdSchema,
    status: orderStatusSchema,
    summary: z.string(),
    happened: z
      .array(
        z.object({
          at: dateTimeSchema,
          text: z.string(),
          tx_hash: hashSchema.nullable(),
        }),
      )
      .max(20),
    awaiting: z
      .object({
        from: z.string(),
        text: z.string(),
        until: dateTimeSchema.nullable(),
      })
      .nullable(),
    facts: z.array(standingFactSchema).max(maxFacts).openapi({
      description: 'Every event of the order that stands on its chains now, with those that do not count yet.',
    }),
    you_can: z.array(z.string()).max(20).openapi({ description: 'What the user can do now.' }),
  })
  .openapi('Explanation')
export type ExplanationWire = z.infer<typeof explanationSchema>
