import { orderConsentSchema } from '../consent.ts'
import { eventPageSchema, explanationSchema, listEventsSchema, orderEventSchema } from '../event.ts'
import { ORDERBOOK_HEALTH_TEXT, readinessSchema } from '../health.ts'
import { makerListSchema } from '../maker.ts'
import { assetListSchema, chainListSchema, routeListSchema } from '../network.ts'
import { createOrderSchema, orderSchema } from '../order.ts'
import { listOrdersSchema, listUserOrdersSchema, orderPageSchema } from '../page.ts'
import { createQuoteSchema, indicativeQuoteQuerySchema, indicativeQuoteSchema, quoteSchema } from '../quote.ts'
import { orderIdSchema, quoteIdSchema, userIdSchema } from '../scalars.ts'
import { statsSchema } from '../stats.ts'
import {
  createWebhookSchema,
  deliveryListSchema,
  deliveryParamsSchema,
  deliverySchema,
  listDeliveriesSchema,
  webhookChallengeSchema,
  webhookCreatedSchema,
  webhookListSchema,
  webhookParamsSchema,
  webhookPayloadSchema,
  webhookSchema,
} from '../webhook.ts'
import { z } from '../zod.ts'
import { answers } from './answer-examples.ts'
import { buildDocument, type OpenApiDocument, type Webhook } from './build-document.ts'
import { examples } from './examples.ts'
import type { Operation } from './operation.ts'

const lastEventId = z.object({
  'Last-Event-ID': z.string().optional().openapi({
    description: 'The last `seq` that was seen: goes before `after_seq`. Browsers send it by themselves.',
  }),
})
const webhookSecret = z.object({
  'Webhook-Secret': z.string().optional().openapi({
    description: 'Without an API key, what shows that the webhook is yours: its secret.',
  }),
})

const orderIdParams = z.object({ order_id: orderIdSchema })

/** The errors of pricing. They are the same for firm quotes and for indicative ones. */
const pricingErrors = [
  'UNSUPPORTED_ASSET',
  'UNSUPPORTED_ROUTE',
  'HOP_ROUTE_CLOSED',
  'ROUTE_PAUSED',
  'AMOUNT_OUT_OF_BOUNDS',
  'CHAIN_UNAVAILABLE',
  'PRICE_UNAVAILABLE',
] as const

export const orderbookOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/orders',
    operationId: 'createOrder',
    tag: 'Orders',
    summary: 'Create an order from a quote',
    description: 'Validates the quote and consumes it, exactly once. The answer names both escrow vaults.',
    isWrite: true,
    body: createOrderSchema,
    bodyExample: examples.createOrder,
    success: {
      201: {
        description: 'The order.',
        schema: orderSchema,
        headers: ['Location'],
        envelope: true,
        example: examples.orderCreated,
      },
    },
    errors: [
      'QUOTE_NOT_FOUND',
      'QUOTE_CONSUMED',
      'QUOTE_WITHDRAWN',
      'COMMITMENT_REUSED',
      'QUOTE_EXPIRED',
      'QUOTE_MISMATCH',
      'UNSUPPORTED_ASSET',
      'UNSUPPORTED_ROUTE',
      'HOP_ROUTE_CLOSED',
      'ROUTE_PAUSED',
      'AMOUNT_OUT_OF_BOUNDS',
      'INVALID_RECIPIENT',
      'TOO_MANY_UNFUNDED_ORDERS',
      'UPSTREAM_INVALID',
      'UPSTREAM_TIMEOUT',
      'CHAIN_UNAVAILABLE',
    ],
  },
  {
    method: 'get',
    path: '/orders',
    operationId: 'listOrders',
    tag: 'Orders',
    summary: 'List orders',
    query: listOrdersSchema,
    success: {
      200: {
        description: 'A page of orders.',
        schema: orderPageSchema,
        envelope: true,
        example: answers.orderPage,
      },
    },
    errors: ['INVALID_REQUEST', 'PAGE_TOO_DEEP', 'INVALID_CURSOR'],
  },
  {
    method: 'get',
    path: '/orders/user/{user_id}',
    operationId: 'listUserOrders',
    tag: 'Orders',
    summary: "List one user's orders",
    params: z.object({ user_id: userIdSchema }),
    query: listUserOrdersSchema,
    success: {
      200: {
        description: 'A page of orders.',
        schema: orderPageSchema,
        envelope: true,
        example: answers.orderPage,
      },
    },
    errors: ['INVALID_REQUEST', 'PAGE_TOO_DEEP', 'INVALID_CURSOR'],
  },
  {
    method: 'get',
    path: '/orders/{order_id}',
    operationId: 'getOrder',
    tag: 'Orders',
    summary: 'Read one order',
    description:
      'The answer of an order that has ended, and to whose source no money can come unseen, carries an `ETag`; ' +
      '`If-None-Match` is answered with 304.',
    params: orderIdParams,
    headers: z.object({
      'If-None-Match': z.string().optional().openapi({ description: 'The `ETag` of the answer that the client has.' }),
    }),
    success: {
      200: {
        description: 'The order.',
        schema: orderSchema,
        headers: ['ETag'],
        envelope: true,
        example: examples.orderCompleted,
      },
      304: { description: 'The client has the order as it is.', envelope: false, headers: ['ETag'] },
    },
    errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/orders/{order_id}/explain',
    operationId: 'explainOrder',
    tag: 'Orders',
    summary: 'Read one order in words',
    description: 'What happened, what is awaited, from whom, until when, and what the user can do now.',
    params: orderIdParams,
    success: {
      200: {
        description: 'The explanation.',
        schema: explanationSchema,
        envelope: true,
        example: answers.explanation,
      },
    },
    errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/orders/{order_id}/consent',
    operationId: 'getOrderConsent',
    tag: 'Orders',
    summary: 'Ask the maker to give the source back',
    description:
      'Once `fill_by` has passed and the destination was not funded, the maker of the order is asked for its consent to cancel the ' +
      'source before `cancel_after`. `POST /orders/{order_id}/refund` of the relayer does this by itself, and pays the gas.',
    params: orderIdParams,
    success: {
      200: {
        description: 'The consent, or why there is none.',
        schema: orderConsentSchema,
        envelope: true,
        example: answers.consent,
      },
    },
    errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'CHAIN_UNAVAILABLE'],
  },
  {
    method: 'get',
    path: '/orders/{order_id}/events',
    operationId: 'listOrderEvents',
    tag: 'Events',
    summary: "Read one order's events",
    description:
      'With `Accept: text/event-stream` the same events as a live stream: `id` is `seq`, `Last-Event-ID` resumes on any ' +
      'replica, and the stream ends with a final status (then 204 to a client that has everything).',
    params: orderIdParams,
    query: listEventsSchema,
    headers: lastEventId,
    success: {
      200: {
        description: 'Events, oldest first.',
        schema: eventPageSchema,
        envelope: true,
        events: orderEventSchema,
        example: answers.eventPage,
      },
      204: {
        description: 'To a stream: the client has everything, and the order has ended. Do not connect again.',
        envelope: false,
      },
    },
    errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'EVENTS_GONE'],
  },
  {
    method: 'get',
    path: '/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'Read the events of all orders',
    description:
      'With `Accept: text/event-stream` the same events as a live stream: `id` is `seq`, and `Last-Event-ID` resumes on ' +
      'any replica. `seq` has no gaps: a client that has seen n has seen everything up to n.',
    query: listEventsSchema,
    headers: lastEventId,
    success: {
      200: {
        description: 'Events, oldest first.',
        schema: eventPageSchema,
        envelope: true,
        events: orderEventSchema,
        example: answers.eventPage,
      },
    },
    errors: ['INVALID_REQUEST', 'EVENTS_GONE'],
  },
  {
    method: 'post',
    path: '/webhooks',
    operationId: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Register a webhook',
    description:
      'The webhook is `pending`: give your endpoint the secret of this answer, then prove the URL by ' +
      '`POST /webhooks/{webhook_id}/challenge`. From then on events are sent to the URL as `POST`, signed by the Standard ' +
      'Webhooks scheme, at least once, and in order within an order. An answer other than 2xx is tried again over hours; a ' +
      'webhook that fails again and again rests, and is disabled after three days. The secret is answered only here. Without an API key it is also what ' +
      'shows that the webhook is yours: send it as the header `Webhook-Secret` to read, enable or delete it.',
    isWrite: true,
    body: createWebhookSchema,
    bodyExample: { url: 'https://shop.example/tandem', event_types: ['order.reveal_safe', 'order.status_changed'] },
    success: {
      201: {
        description: 'The webhook, with its secret.',
        schema: webhookCreatedSchema,
        envelope: true,
        example: answers.webhookCreated,
      },
    },
    errors: ['INVALID_WEBHOOK_URL'],
  },
  {
    method: 'get',
    path: '/webhooks',
    operationId: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List your webhooks',
    description: 'Those registered with the same API key; without one, the webhook of the header `Webhook-Secret`.',
    headers: webhookSecret,
    success: {
      200: { description: 'Webhooks.', schema: webhookListSchema, envelope: true, example: answers.webhookList },
    },
    errors: [],
  },
  {
    method: 'delete',
    path: '/webhooks/{webhook_id}',
    operationId: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    isWrite: true,
    params: webhookParamsSchema,
    headers: webhookSecret,
    success: {
      200: {
        description: 'The webhook that was deleted.',
        schema: webhookSchema,
        envelope: true,
        example: answers.webhook,
      },
    },
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  {
    method: 'post',
    path: '/webhooks/{webhook_id}/challenge',
    operationId: 'challengeWebhook',
    tag: 'Webhooks',
    summary: "Prove a webhook's URL",
    description:
      'Sends a signed `webhook.challenge` to the URL, and waits for the answer. An endpoint that answers 2xx with the ' +
      'challenge alone as plain text, within ten seconds, makes the webhook `active`. Otherwise it stays `pending`, and the ' +
      'request can be sent again. A webhook that is proven already is answered as it is, and nothing is sent.',
    isWrite: true,
    params: webhookParamsSchema,
    headers: webhookSecret,
    success: { 200: { description: 'The webhook.', schema: webhookSchema, envelope: true, example: answers.webhook } },
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_CHALLENGE_FAILED'],
  },
  {
    method: 'post',
    path: '/webhooks/{webhook_id}/enable',
    operationId: 'enableWebhook',
    tag: 'Webhooks',
    summary: 'Enable a webhook that was disabled',
    description:
      'What was pending when it was disabled is sent first. Events of the time since then are not: read them from ' +
      '`GET /events`.',
    isWrite: true,
    params: webhookParamsSchema,
    headers: webhookSecret,
    success: { 200: { description: 'The webhook.', schema: webhookSchema, envelope: true, example: answers.webhook } },
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/webhooks/{webhook_id}/deliveries',
    operationId: 'listDeliveries',
    tag: 'Webhooks',
    summary: "Read a webhook's delivery log",
    description: 'Newest first, a hundred at a time.',
    params: webhookParamsSchema,
    query: listDeliveriesSchema,
    headers: webhookSecret,
    success: {
      200: { description: 'Deliveries.', schema: deliveryListSchema, envelope: true, example: answers.deliveryList },
    },
    errors: ['INVALID_REQUEST', 'WEBHOOK_NOT_FOUND'],
  },
  {
    method: 'post',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    operationId: 'redeliver',
    tag: 'Webhooks',
    summary: 'Send a delivery again',
    isWrite: true,
    params: deliveryParamsSchema,
    headers: webhookSecret,
    success: {
      202: {
        description: 'The delivery, pending again.',
        schema: deliverySchema,
        envelope: true,
        example: answers.redelivery,
      },
    },
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/stats',
    operationId: 'getStats',
    tag: 'Statistics',
    summary: 'Read aggregate statistics',
    description: 'Computed at most every two minutes; `Cache-Control` says how long the answer stays.',
    success: {
      200: {
        description: 'Statistics.',
        schema: statsSchema,
        headers: ['Cache-Control'],
        envelope: true,
        example: examples.stats,
      },
    },
    errors: [],
  },
  {
    method: 'post',
    path: '/quotes',
    operationId: 'createQuote',
    tag: 'Quotes',
    summary: 'Request a quote',
    description:
      'The best firm quote of the makers and of the quote engine. An orderbook that takes its quotes from a remote quote service has ' +
      'no such operation.',
    preview: true,
    isWrite: true,
    body: createQuoteSchema,
    bodyExample: examples.createQuote,
    success: {
      201: {
        description: 'The quote.',
        schema: quoteSchema,
        headers: ['Location'],
        envelope: true,
        example: examples.quote,
      },
    },
    errors: pricingErrors,
  },
  {
    method: 'get',
    path: '/quotes/indicative',
    operationId: 'getIndicativeQuote',
    tag: 'Quotes',
    summary: 'Ask for a price that binds no maker',
    description:
      'What the quote engine would quote now, with the same checks; makers are not asked. Nothing is stored and no order can be made from it; ' +
      'caches may keep it for five seconds.',
    preview: true,
    query: indicativeQuoteQuerySchema,
    success: {
      200: {
        description: 'The price.',
        schema: indicativeQuoteSchema,
        envelope: true,
        example: answers.indicativeQuote,
      },
    },
    errors: ['INVALID_REQUEST', ...pricingErrors],
  },
  {
    method: 'get',
    path: '/quotes/{quote_id}',
    operationId: 'getQuote',
    tag: 'Quotes',
    summary: 'Read a quote',
    preview: true,
    params: z.object({ quote_id: quoteIdSchema }),
    success: {
      200: {
        description: 'The quote.',
        schema: quoteSchema,
        envelope: true,
        example: examples.quote,
      },
    },
    errors: ['INVALID_REQUEST', 'QUOTE_NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/makers',
    operationId: 'listMakers',
    tag: 'Makers',
    summary: 'List the makers',
    description:
      'Every maker that is asked for quotes, with its signing key and its addresses, what it did on each of the last 30 days, and until when ' +
      'it is benched.',
    success: { 200: { description: 'Makers.', schema: makerListSchema, envelope: true, example: answers.makerList } },
    errors: [],
  },
  {
    method: 'get',
    path: '/chains',
    operationId: 'listChains',
    tag: 'Network',
    summary: 'List the chains',
    success: {
      200: {
        description: 'Chains.',
        schema: chainListSchema,
        envelope: true,
        headers: ['Cache-Control'],
        example: answers.chainList,
      },
    },
    errors: [],
  },
  {
    method: 'get',
    path: '/assets',
    operationId: 'listAssets',
    tag: 'Network',
    summary: 'List the assets',
    success: {
      200: {
        description: 'Assets.',
        schema: assetListSchema,
        envelope: true,
        headers: ['Cache-Control'],
        example: answers.assetList,
      },
    },
    errors: [],
  },
  {
    method: 'get',
    path: '/routes',
    operationId: 'listRoutes',
    tag: 'Network',
    summary: 'List the routes',
    description:
      'Each pair of assets that can be quoted, with the amounts that a quote can be asked for now, whether one can be had ' +
      'at all, and how long its newest orders took. Computed at most every fifteen seconds.',
    success: {
      200: {
        description: 'Routes.',
        schema: routeListSchema,
        envelope: true,
        headers: ['Cache-Control'],
        example: answers.routeList,
      },
    },
    errors: [],
  },
  {
    method: 'get',
    path: '/health',
    operationId: 'getHealth',
    tag: 'Operation',
    summary: 'Whether the process is alive',
    success: {
      200: {
        description: 'Alive.',
        schema: z.literal(ORDERBOOK_HEALTH_TEXT),
        contentType: 'text/plain',
        headers: ['ETag'],
        envelope: false,
        example: ORDERBOOK_HEALTH_TEXT,
      },
    },
    errors: [],
  },
  {
    method: 'get',
    path: '/ready',
    operationId: 'getReadiness',
    tag: 'Operation',
    summary: 'Whether every dependency answers',
    success: {
      200: {
        description: 'Ready.',
        schema: readinessSchema,
        envelope: false,
        headers: ['Cache-Control'],
        example: answers.ready,
      },
      503: {
        description: 'Not ready; the failing check is named.',
        schema: readinessSchema,
        envelope: false,
        example: answers.notReady,
      },
    },
    errors: [],
  },
]

/** How a swap is made, for a reader who knows nothing yet. */
const firstSwap =
  'To swap: `POST /quotes`; make a random secret of 32 bytes and keep it; `POST /orders` with its SHA-256; pay the source ' +
  'escrow with the transaction in `next_action.call` before `initiate_by`, and have the relayer create it (`POST /initiations`, ' +
  '`prefunded`); wait until `next_action` is `submit_claim`; check the destination escrow on its chain by endpoints of your own, ' +
  'because no server’s word is enough for that; hand the secret to the relayer (`POST /claims`, with `swap_id`); read ' +
  '`GET /orders/{order_id}` until its `status` is `completed`. `@tandem/sdk` does all of it, and checks each answer against the chains.'

/** The headers of every request to a webhook. */
const webhookHeaders = z.object({
  'webhook-id': z.uuid().openapi({ description: 'The delivery, the same on every attempt; of a challenge a new one.' }),
  'webhook-timestamp': z.string().openapi({ description: 'Unix seconds of the attempt.' }),
  'webhook-signature': z.string().openapi({ description: '`v1,` and the HMAC-SHA256 in base64, by each secret.' }),
})

/** The requests that a registered webhook receives. */
const orderEvent: Webhook = {
  name: 'orderEvent',
  tag: 'Webhooks',
  summary: 'An event of an order',
  description:
    'Sent at least once, and in order within an order. Signed by the Standard Webhooks scheme: `verifyWebhook` of `@tandem/sdk` ' +
    'holds the headers against the secret. Answer within ten seconds; an answer other than 2xx is sent again over hours. An event ' +
    'tells what the orderbook sees, `order.reveal_safe` too: check the destination escrow by endpoints of your own before a secret leaves.',
  headers: webhookHeaders,
  body: webhookPayloadSchema,
  example: {
    type: 'order.created',
    timestamp: examples.orderCreated.created_at,
    data: {
      seq: 1,
      order_seq: 1,
      order_id: examples.orderCreated.order_id,
      type: 'order.created',
      status: 'created',
      fact: null,
      created_at: examples.orderCreated.created_at,
    },
  },
  responses: {
    '2XX': { description: 'Received.' },
    '4XX': { description: 'Not received: sent again later.' },
  },
}
const challenge = '5f70a1c2d3e4b596a7988f90e1d2c3b4a5f60718293a4b5c6d7e8f9001122334'
const webhookChallenge: Webhook = {
  name: 'webhookChallenge',
  tag: 'Webhooks',
  summary: "A challenge that proves a webhook's URL",
  description:
    'Sent by `POST /webhooks/{webhook_id}/challenge`, and signed as every event is. Verify the signature, so that you agree to ' +
    'no webhook of a stranger, and answer with `challenge` alone as plain text, within ten seconds.',
  headers: webhookHeaders,
  body: webhookChallengeSchema,
  example: { type: 'webhook.challenge', challenge },
  responses: {
    '2XX': {
      description: 'The challenge: events may be sent.',
      content: { 'text/plain': { schema: z.string(), example: challenge } },
    },
    '4XX': { description: 'Not proven: the webhook stays pending.' },
  },
}

/** The orderbook's OpenAPI 3.1 document. */
export function orderbookDocument(serverUrl = 'http://127.0.0.1:4100'): OpenApiDocument {
  return buildDocument(
    {
      title: 'Tandem orderbook',
      version: '1.0.0',
      description: `${firstSwap}\n\nThe orderbook has quotes, orders with two hash-locked escrows, and statistics.`,
      webhooks: [orderEvent, webhookChallenge],
      serverUrl,
      tags: [
        { name: 'Orders', description: 'Make an order from a quote, and follow it.' },
        {
          name: 'Quotes',
          description: 'Ask for a price. A firm quote binds its maker, an indicative one binds nobody.',
        },
        { name: 'Makers', description: 'Who answers requests for quotes, and how well each keeps its word.' },
        {
          name: 'Events',
          description: 'What happened, in order, without gaps.',
        },
        { name: 'Webhooks', description: 'The same events, sent to a URL of yours.' },
        { name: 'Statistics', description: 'Counts, volumes and times over all orders.' },
        { name: 'Network', description: 'Chains, assets and routes.' },
        {
          name: 'Operation',
          description: 'Whether the process is alive and ready, for load balancers and monitoring.',
        },
      ],
    },
    orderbookOperations,
  )
}
