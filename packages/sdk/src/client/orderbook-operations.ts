import type { paths } from '../generated/orderbook.ts'
import type { Http } from './http.ts'
import type { RequestOptions, WriteOptions } from './request.ts'
import type {
  Asset,
  Chain,
  CreateOrder,
  CreateQuote,
  CreateWebhook,
  EventPage,
  Explanation,
  IndicativeQuote,
  IndicativeQuoteQuery,
  ListDeliveriesQuery,
  ListEventsQuery,
  ListOrdersQuery,
  Maker,
  Order,
  OrderConsent,
  OrderPage,
  Quote,
  Route,
  Stats,
  Webhook,
  WebhookCreated,
  WebhookDelivery,
} from './types.ts'

export const orderbookOperations = (http: Http<paths>) => ({
  ...quoteAndOrderOperations(http),
  ...eventOperations(http),
  ...networkOperations(http),
})

const quoteAndOrderOperations = ({ GET, POST }: Http<paths>) => ({
  createQuote: (body: CreateQuote, options?: WriteOptions): Promise<Quote> => POST('/quotes', { body }, options),
  getIndicativeQuote: (query: IndicativeQuoteQuery, options?: RequestOptions): Promise<IndicativeQuote> =>
    GET('/quotes/indicative', { query }, options),
  getQuote: (quote_id: string, options?: RequestOptions): Promise<Quote> =>
    GET('/quotes/{quote_id}', { path: { quote_id } }, options),
  createOrder: (body: CreateOrder, options?: WriteOptions): Promise<Order> => POST('/orders', { body }, options),
  getOrder: (order_id: string, options?: RequestOptions): Promise<Order> =>
    GET('/orders/{order_id}', { path: { order_id } }, options),
  explainOrder: (order_id: string, options?: RequestOptions): Promise<Explanation> =>
    GET('/orders/{order_id}/explain', { path: { order_id } }, options),
  getOrderConsent: (order_id: string, options?: RequestOptions): Promise<OrderConsent> =>
    GET('/orders/{order_id}/consent', { path: { order_id } }, options),
  listOrders: (query: ListOrdersQuery = {}, options?: RequestOptions): Promise<OrderPage> =>
    GET('/orders', { query }, options),
  listUserOrders: (
    user_id: string,
    query: Omit<ListOrdersQuery, 'user_id'> = {},
    options?: RequestOptions,
  ): Promise<OrderPage> => GET('/orders/user/{user_id}', { path: { user_id }, query }, options),
})

const eventOperations = ({ GET, POST, DELETE }: Http<paths>) => ({
  listEvents: (query: ListEventsQuery = {}, options?: RequestOptions): Promise<EventPage> =>
    GET('/events', { query }, options),
  listOrderEvents: (order_id: string, query: ListEventsQuery = {}, options?: RequestOptions): Promise<EventPage> =>
    GET('/orders/{order_id}/events', { path: { order_id }, query }, options),
  createWebhook: (body: CreateWebhook, options?: WriteOptions): Promise<WebhookCreated> =>
    POST('/webhooks', { body }, options),
  listWebhooks: async (options?: RequestOptions): Promise<Webhook[]> => (await GET('/webhooks', {}, options)).data,
  deleteWebhook: (webhook_id: string, options?: RequestOptions): Promise<void> =>
    DELETE('/webhooks/{webhook_id}', { path: { webhook_id } }, options),
  challengeWebhook: (webhook_id: string, options?: WriteOptions): Promise<Webhook> =>
    POST('/webhooks/{webhook_id}/challenge', { path: { webhook_id } }, options),
  enableWebhook: (webhook_id: string, options?: WriteOptions): Promise<Webhook> =>
    POST('/webhooks/{webhook_id}/enable', { path: { webhook_id } }, options),
  listDeliveries: async (
    webhook_id: string,
    query: ListDeliveriesQuery = {},
    options?: RequestOptions,
  ): Promise<WebhookDelivery[]> =>
    (await GET('/webhooks/{webhook_id}/deliveries', { path: { webhook_id }, query }, options)).data,
  redeliver: (webhook_id: string, delivery_id: string, options?: WriteOptions): Promise<WebhookDelivery> =>
    POST('/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', { path: { webhook_id, delivery_id } }, options),
})

const networkOperations = ({ GET, READ }: Http<paths>) => ({
  getStats: (options?: RequestOptions): Promise<Stats> => GET('/stats', {}, options),
  listChains: async (options?: RequestOptions): Promise<Chain[]> => (await GET('/chains', {}, options)).data,
  listAssets: async (options?: RequestOptions): Promise<Asset[]> => (await GET('/assets', {}, options)).data,
  listRoutes: async (options?: RequestOptions): Promise<Route[]> => (await GET('/routes', {}, options)).data,
  listMakers: async (options?: RequestOptions): Promise<Maker[]> => (await GET('/makers', {}, options)).data,
  getOrderbookReadiness: (options?: RequestOptions) => READ('/ready', {}, options),
})
