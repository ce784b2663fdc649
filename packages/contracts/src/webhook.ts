import { orderEventSchema, orderEventTypes } from './event.ts'
import { dateTimeSchema, orderIdSchema, userIdSchema } from './scalars.ts'
import { z } from './zod.ts'

const webhookIdSchema = z
  .uuid({ error: 'must be a webhook identifier (a UUID)' })
  .openapi({ description: 'Webhook identifier.', example: '019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11' })
const deliveryIdSchema = z
  .uuid({ error: 'must be a delivery identifier (a UUID)' })
  .openapi({ description: 'Delivery identifier: the `webhook-id` header of every attempt.' })

export const webhookParamsSchema = z.object({ webhook_id: webhookIdSchema })
export const deliveryParamsSchema = z.object({ webhook_id: webhookIdSchema, delivery_id: deliveryIdSchema })

/** How many webhooks one API key may have. */
export const MAX_WEBHOOKS = 10_000
/** How many deliveries a page of the log has. */
export const MAX_DELIVERIES = 100
/** How many attempts the log keeps of each delivery. */
export const MAX_LOGGED_ATTEMPTS = 20

/** The body of `POST /webhooks`. */
export const createWebhookSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
      .max(2_000)
      .openapi({
        description:
          'A public HTTPS address. Redirects are not followed. Without API keys each network may have five webhooks at ' +
          'one URL (its query aside) and a hundred in all; with them each key a thousand and ten thousand.',
      }),
    event_types: z
      .array(z.enum(orderEventTypes))
      .min(1)
      .max(orderEventTypes.length)
      .optional()
      .openapi({ description: 'Only these; every type by default.' }),
    user_id: userIdSchema.optional().openapi({ description: "Only this user's orders; all orders by default." }),
  })
  .openapi('CreateWebhook')
export type CreateWebhookWire = z.infer<typeof createWebhookSchema>

/** `pending`: the URL is not proven yet. `disabled`: every attempt has failed for three days. */
export const webhookStatuses = ['pending', 'active', 'disabled'] as const

/** A registered receiver of events. */
export const webhookSchema = z
  .object({
    webhook_id: webhookIdSchema,
    url: z.url(),
    event_types: z.array(z.enum(orderEventTypes)).max(orderEventTypes.length).nullable(),
    user_id: userIdSchema.nullable(),
    status: z.enum(webhookStatuses).openapi({
      description:
        'Events are sent while it is `active`. A `pending` webhook waits for `POST /webhooks/{webhook_id}/challenge`, and ' +
        'is deleted an hour after its registration when its endpoint has proven nothing until then.',
    }),
    created_at: dateTimeSchema,
    disabled_at: dateTimeSchema.nullable().openapi({
      description:
        'Since when nothing is sent to it, because every attempt failed for three days. Enable it, and read what it ' +
        'missed from `GET /events`.',
    }),
  })
  .openapi('Webhook')
export type WebhookWire = z.infer<typeof webhookSchema>

/** The answer to a registration. It is the only answer that carries the webhook's secret. */
export const webhookCreatedSchema = webhookSchema
  .extend({
    secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]+=*$/)
      .openapi({ description: 'Signs every delivery (Standard Webhooks). Shown once.' }),
  })
  .openapi('WebhookCreated')

export const webhookListSchema = z.object({ data: z.array(webhookSchema).max(MAX_WEBHOOKS) }).openapi('WebhookList')

/**
 * How far a delivery is. With `pending` it was not answered with 2xx yet, and is tried again at `next_attempt_at`. With
 * `failed` it was given up, and can be sent again by hand.
 */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

/** An event on its way to a webhook. */
export const deliverySchema = z
  .object({
    delivery_id: deliveryIdSchema,
    webhook_id: webhookIdSchema,
    seq: z.int().min(1),
    order_id: orderIdSchema,
    event_type: z.enum(orderEventTypes),
    status: z.enum(deliveryStatuses),
    attempts: z
      .array(
        z.object({
          at: dateTimeSchema,
          status_code: z.int().nullable(),
          error: z.string().nullable(),
          duration_ms: z.int().min(0),
        }),
      )
      .max(MAX_LOGGED_ATTEMPTS)
      .openapi({ description: 'The latest twenty, oldest first.' }),
    next_attempt_at: dateTimeSchema.nullable(),
    created_at: dateTimeSchema,
  })
  .openapi('WebhookDelivery')
export type DeliveryWire = z.infer<typeof deliverySchema>

/** The query of a webhook's delivery log. */
export const listDeliveriesSchema = z.strictObject({
  status: z.enum(deliveryStatuses).optional(),
  before_seq: z
    .string()
    .regex(/^[0-9]{1,15}$/, 'must be a sequence number')
    .transform(Number)
    .optional()
    .openapi({ type: 'integer', description: 'Only deliveries of events with a smaller `seq`, to read on.' }),
})
export const deliveryListSchema = z
  .object({ data: z.array(deliverySchema).max(MAX_DELIVERIES) })
  .openapi('WebhookDeliveryList')

/** The body that a webhook receives. `data` is the event as `GET /events` answers it. */
export const webhookPayloadSchema = z
  .object({ type: z.enum(orderEventTypes), timestamp: dateTimeSchema, data: orderEventSchema })
  .openapi('WebhookPayload')

/** The body that proves a webhook's URL: its endpoint answers 2xx with `challenge` alone as the text of the answer. */
export const webhookChallengeSchema = z
  .object({
    type: z.literal('webhook.challenge'),
    challenge: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .openapi({ description: 'Random. Answer with it alone, as plain text.' }),
  })
  .openapi('WebhookChallenge')
export type WebhookChallengeWire = z.infer<typeof webhookChallengeSchema>
