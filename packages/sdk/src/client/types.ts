import type { components as OrderbookComponents, paths as OrderbookPaths } from '../generated/orderbook.ts'
import type { components as RelayerComponents } from '../generated/relayer.ts'

type OrderbookSchemas = OrderbookComponents['schemas']
type RelayerSchemas = RelayerComponents['schemas']

/** An order: a quote bound to two escrows. */
export type Order = OrderbookSchemas['Order']
/** A side of an order: an escrow on one chain. */
export type Intent = OrderbookSchemas['Intent']
/** The states of an order: docs/lifecycle.md. */
export type OrderStatus = OrderbookSchemas['OrderStatus']
/** The maker's consent to give the source back, or why there is none. */
export type OrderConsent = OrderbookSchemas['OrderConsent']
/** A page of orders, with the cursor of the next. */
export type OrderPage = OrderbookSchemas['OrderPage']
/** An order in words. */
export type Explanation = OrderbookSchemas['Explanation']
/** An event of an order. */
export type OrderEvent = OrderbookSchemas['OrderEvent']
/** A page of events. */
export type EventPage = OrderbookSchemas['EventPage']
/** An offer from which an order may be made, once. */
export type Quote = OrderbookSchemas['Quote']
/** A price that binds no market maker. */
export type IndicativeQuote = OrderbookSchemas['IndicativeQuote']
/** Aggregate statistics. */
export type Stats = OrderbookSchemas['Stats']
/** A chain of the orderbook's network. */
export type Chain = OrderbookSchemas['Chain']
/** An asset of the orderbook's network. */
export type Asset = OrderbookSchemas['Asset']
/** A pair of assets that can be swapped. */
export type Route = OrderbookSchemas['Route']
export type Maker = OrderbookSchemas['Maker']
export type MakerRecord = OrderbookSchemas['MakerRecord']
export type MakerRecordQuery = NonNullable<OrderbookPaths['/makers/{maker_id}/record']['get']['parameters']['query']>
/** How far a hop is. */
export type BridgeStatus = OrderbookSchemas['BridgeStatus']
/** A registered receiver of events. */
export type Webhook = OrderbookSchemas['Webhook']
/** The answer to a webhook's registration: the only one that carries its secret. */
export type WebhookCreated = OrderbookSchemas['WebhookCreated']
/** The delivery of one event to one webhook. */
export type WebhookDelivery = OrderbookSchemas['WebhookDelivery']
/** The body that a webhook receives. */
export type WebhookPayload = {
  type: OrderEvent['type']
  timestamp: string
  data: OrderEvent
}
/** The relayer's work of claiming the destination. */
export type Claim = RelayerSchemas['Claim']
/** The relayer's work of creating the source escrow. */
export type Initiation = RelayerSchemas['Initiation']
/** The relayer's work of giving the source amount back. */
export type Refund = RelayerSchemas['Refund']
/** The hop payload of a claim, signed by the recipient. */
export type HopPayload = RelayerSchemas['HopPayload']

/** Body of `POST /quotes`. */
export type CreateQuote = OrderbookSchemas['CreateQuote']
/** Body of `POST /orders`. */
export type CreateOrder = OrderbookSchemas['CreateOrder']
/** Body of `POST /webhooks`. */
export type CreateWebhook = OrderbookSchemas['CreateWebhook']
/** Body of `POST /claims`. */
export type CreateClaim = RelayerSchemas['CreateClaim']
/** Body of `POST /initiations`. */
export type CreateInitiation = RelayerSchemas['CreateInitiation']
/** Body of `POST /orders/{order_id}/refund`. */
export type CreateRefund = RelayerSchemas['CreateRefund']

/** Assets and amount of `GET /quotes/indicative`. */
export type IndicativeQuoteQuery = OrderbookPaths['/quotes/indicative']['get']['parameters']['query']
/** Filters and paging of `GET /orders`. */
export type ListOrdersQuery = NonNullable<OrderbookPaths['/orders']['get']['parameters']['query']>
/** Paging of `GET /events`. */
export type ListEventsQuery = NonNullable<OrderbookPaths['/events']['get']['parameters']['query']>
/** Filters and paging of a webhook's deliveries. */
export type ListDeliveriesQuery = NonNullable<
  OrderbookPaths['/webhooks/{webhook_id}/deliveries']['get']['parameters']['query']
>
