import type { components as OrderbookComponents, paths as OrderbookPaths } from '../generated/orderbook.ts'
import type { components as RelayerComponents } from '../generated/relayer.ts'

type OrderbookSchemas = OrderbookComponents['schemas']
type RelayerSchemas = RelayerComponents['schemas']

export type Order = OrderbookSchemas['Order']
/** An escrow on one chain. */
export type Intent = OrderbookSchemas['Intent']
/** The status of an order. docs/lifecycle.md says what each one means. */
export type OrderStatus = OrderbookSchemas['OrderStatus']
export type OrderConsent = OrderbookSchemas['OrderConsent']
export type OrderPage = OrderbookSchemas['OrderPage']
export type Explanation = OrderbookSchemas['Explanation']
export type OrderEvent = OrderbookSchemas['OrderEvent']
export type EventPage = OrderbookSchemas['EventPage']
export type Quote = OrderbookSchemas['Quote']
/** A price for display. No market maker has to keep it. */
export type IndicativeQuote = OrderbookSchemas['IndicativeQuote']
export type Stats = OrderbookSchemas['Stats']
export type Chain = OrderbookSchemas['Chain']
export type Asset = OrderbookSchemas['Asset']
export type Route = OrderbookSchemas['Route']
export type Maker = OrderbookSchemas['Maker']
export type BridgeStatus = OrderbookSchemas['BridgeStatus']
export type Webhook = OrderbookSchemas['Webhook']
/** The answer to the registration of a webhook. No later answer contains the webhook's secret. */
export type WebhookCreated = OrderbookSchemas['WebhookCreated']
export type WebhookDelivery = OrderbookSchemas['WebhookDelivery']
/**
 * The body of a request to a webhook: an event, or the challenge by which the receiver proves that the URL is its own.
 */
export type WebhookPayload = OrderbookSchemas['WebhookPayload'] | OrderbookSchemas['WebhookChallenge']
export type Claim = RelayerSchemas['Claim']
export type Initiation = RelayerSchemas['Initiation']
export type Refund = RelayerSchemas['Refund']
/** The terms of a hop, with the recipient's signature. */
export type HopPayload = RelayerSchemas['HopPayload']

export type CreateQuote = OrderbookSchemas['CreateQuote']
export type CreateOrder = OrderbookSchemas['CreateOrder']
export type CreateWebhook = OrderbookSchemas['CreateWebhook']
export type CreateClaim = RelayerSchemas['CreateClaim']
export type CreateInitiation = RelayerSchemas['CreateInitiation']
export type CreateRefund = RelayerSchemas['CreateRefund']
export type WithdrawClaim = RelayerSchemas['WithdrawClaim']

export type IndicativeQuoteQuery = OrderbookPaths['/quotes/indicative']['get']['parameters']['query']
export type ListOrdersQuery = NonNullable<OrderbookPaths['/orders']['get']['parameters']['query']>
export type ListEventsQuery = NonNullable<OrderbookPaths['/events']['get']['parameters']['query']>
export type ListDeliveriesQuery = NonNullable<
  OrderbookPaths['/webhooks/{webhook_id}/deliveries']['get']['parameters']['query']
>
