import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/orderbook.ts'
import { answerOf, headersOf, pageOf, type RequestOptions, resultOf, signalOf, type WriteOptions } from './request.ts'
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
  MakerRecord,
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

/** Every operation of the orderbook, by the name that its OpenAPI document gives it. */
export function orderbookOperations(http: Client<paths>) {
  return { ...quoteAndOrderOperations(http), ...eventOperations(http), ...networkOperations(http) }
}

function quoteAndOrderOperations(http: Client<paths>) {
  return {
    createQuote: (body: CreateQuote, options: WriteOptions = {}): Promise<Quote> =>
      resultOf(http.POST('/quotes', { body, params: headersOf(options), ...signalOf(options) })),
    getIndicativeQuote: (query: IndicativeQuoteQuery, options: RequestOptions = {}): Promise<IndicativeQuote> =>
      resultOf(http.GET('/quotes/indicative', { params: { query }, ...signalOf(options) })),
    getQuote: (quote_id: string, options: RequestOptions = {}): Promise<Quote> =>
      resultOf(http.GET('/quotes/{quote_id}', { params: { path: { quote_id } }, ...signalOf(options) })),
    createOrder: (body: CreateOrder, options: WriteOptions = {}): Promise<Order> =>
      resultOf(http.POST('/orders', { body, params: headersOf(options), ...signalOf(options) })),
    getOrder: (order_id: string, options: RequestOptions = {}): Promise<Order> =>
      resultOf(http.GET('/orders/{order_id}', { params: { path: { order_id } }, ...signalOf(options) })),
    explainOrder: (order_id: string, options: RequestOptions = {}): Promise<Explanation> =>
      resultOf(http.GET('/orders/{order_id}/explain', { params: { path: { order_id } }, ...signalOf(options) })),
    getOrderConsent: (order_id: string, options: RequestOptions = {}): Promise<OrderConsent> =>
      resultOf(http.GET('/orders/{order_id}/consent', { params: { path: { order_id } }, ...signalOf(options) })),
    listOrders: (query: ListOrdersQuery = {}, options: RequestOptions = {}): Promise<OrderPage> =>
      resultOf(http.GET('/orders', { params: { query }, ...signalOf(options) })),
    listUserOrders: (
      user_id: string,
      query: Omit<ListOrdersQuery, 'user_id'> = {},
      options: RequestOptions = {},
    ): Promise<OrderPage> =>
      resultOf(http.GET('/orders/user/{user_id}', { params: { path: { user_id }, query }, ...signalOf(options) })),
  }
}

function eventOperations(http: Client<paths>) {
  return {
    listEvents: (query: ListEventsQuery = {}, options: RequestOptions = {}): Promise<EventPage> =>
      pageOf(http.GET('/events', { params: { query }, ...signalOf(options) })),
    listOrderEvents: (
      order_id: string,
      query: ListEventsQuery = {},
      options: RequestOptions = {},
    ): Promise<EventPage> =>
      pageOf(http.GET('/orders/{order_id}/events', { params: { path: { order_id }, query }, ...signalOf(options) })),
    createWebhook: (body: CreateWebhook, options: WriteOptions = {}): Promise<WebhookCreated> =>
      resultOf(http.POST('/webhooks', { body, params: headersOf(options), ...signalOf(options) })),
    listWebhooks: async (options: RequestOptions = {}): Promise<Webhook[]> =>
      (await resultOf(http.GET('/webhooks', { ...signalOf(options) }))).data,
    deleteWebhook: async (webhook_id: string, options: RequestOptions = {}): Promise<void> => {
      await answerOf(http.DELETE('/webhooks/{webhook_id}', { params: { path: { webhook_id } }, ...signalOf(options) }))
    },
    enableWebhook: (webhook_id: string, options: WriteOptions = {}): Promise<Webhook> =>
      resultOf(
        http.POST('/webhooks/{webhook_id}/enable', {
          params: { path: { webhook_id }, ...headersOf(options) },
          ...signalOf(options),
        }),
      ),
    listDeliveries: async (
      webhook_id: string,
      query: ListDeliveriesQuery = {},
      options: RequestOptions = {},
    ): Promise<WebhookDelivery[]> => {
      const params = { path: { webhook_id }, query }
      return (await resultOf(http.GET('/webhooks/{webhook_id}/deliveries', { params, ...signalOf(options) }))).data
    },
    redeliver: (webhook_id: string, delivery_id: string, options: WriteOptions = {}): Promise<WebhookDelivery> =>
      resultOf(
        http.POST('/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', {
          params: { path: { webhook_id, delivery_id }, ...headersOf(options) },
          ...signalOf(options),
        }),
      ),
  }
}

function networkOperations(http: Client<paths>) {
  return {
    getStats: (options: RequestOptions = {}): Promise<Stats> => resultOf(http.GET('/stats', { ...signalOf(options) })),
    listChains: async (options: RequestOptions = {}): Promise<Chain[]> =>
      (await resultOf(http.GET('/chains', { ...signalOf(options) }))).data,
    listAssets: async (options: RequestOptions = {}): Promise<Asset[]> =>
      (await resultOf(http.GET('/assets', { ...signalOf(options) }))).data,
    listRoutes: async (options: RequestOptions = {}): Promise<Route[]> =>
      (await resultOf(http.GET('/routes', { ...signalOf(options) }))).data,
    listMakers: async (options: RequestOptions = {}): Promise<Maker[]> =>
      (await resultOf(http.GET('/makers', { ...signalOf(options) }))).data,
    getMakerRecord: (maker_id: string, options: RequestOptions = {}): Promise<MakerRecord> =>
      resultOf(http.GET('/makers/{maker_id}/record', { params: { path: { maker_id } }, ...signalOf(options) })),
    getOrderbookHealth: (options: RequestOptions = {}): Promise<string> =>
      answerOf(http.GET('/health', { parseAs: 'text', ...signalOf(options) })),
    getOrderbookReadiness: (options: RequestOptions = {}) => answerOf(http.GET('/ready', { ...signalOf(options) })),
  }
}
