import type { paths } from '../generated/orderbook.ts'
import type { Http } from './http.ts'
import { answerOf, pageOf, type RequestOptions, resultOf, sentWith, type WriteOptions } from './request.ts'
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
  MakerRecordQuery,
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
export function orderbookOperations(http: Http<paths>) {
  return { ...quoteAndOrderOperations(http), ...eventOperations(http), ...networkOperations(http) }
}

function quoteAndOrderOperations(http: Http<paths>) {
  return {
    createQuote: (body: CreateQuote, options: WriteOptions = {}): Promise<Quote> =>
      resultOf(http.POST('/quotes', { body, ...sentWith(options) })),
    getIndicativeQuote: (query: IndicativeQuoteQuery, options: RequestOptions = {}): Promise<IndicativeQuote> =>
      resultOf(http.GET('/quotes/indicative', { query, ...sentWith(options) })),
    getQuote: (quote_id: string, options: RequestOptions = {}): Promise<Quote> =>
      resultOf(http.GET('/quotes/{quote_id}', { path: { quote_id }, ...sentWith(options) })),
    createOrder: (body: CreateOrder, options: WriteOptions = {}): Promise<Order> =>
      resultOf(http.POST('/orders', { body, ...sentWith(options) })),
    getOrder: (order_id: string, options: RequestOptions = {}): Promise<Order> =>
      resultOf(http.GET('/orders/{order_id}', { path: { order_id }, ...sentWith(options) })),
    explainOrder: (order_id: string, options: RequestOptions = {}): Promise<Explanation> =>
      resultOf(http.GET('/orders/{order_id}/explain', { path: { order_id }, ...sentWith(options) })),
    getOrderConsent: (order_id: string, options: RequestOptions = {}): Promise<OrderConsent> =>
      resultOf(http.GET('/orders/{order_id}/consent', { path: { order_id }, ...sentWith(options) })),
    listOrders: (query: ListOrdersQuery = {}, options: RequestOptions = {}): Promise<OrderPage> =>
      resultOf(http.GET('/orders', { query, ...sentWith(options) })),
    listUserOrders: (
      user_id: string,
      query: Omit<ListOrdersQuery, 'user_id'> = {},
      options: RequestOptions = {},
    ): Promise<OrderPage> =>
      resultOf(http.GET('/orders/user/{user_id}', { path: { user_id }, query, ...sentWith(options) })),
  }
}

function eventOperations(http: Http<paths>) {
  return {
    listEvents: (query: ListEventsQuery = {}, options: RequestOptions = {}): Promise<EventPage> =>
      pageOf(http.GET('/events', { query, ...sentWith(options) })),
    listOrderEvents: (
      order_id: string,
      query: ListEventsQuery = {},
      options: RequestOptions = {},
    ): Promise<EventPage> =>
      pageOf(http.GET('/orders/{order_id}/events', { path: { order_id }, query, ...sentWith(options) })),
    createWebhook: (body: CreateWebhook, options: WriteOptions = {}): Promise<WebhookCreated> =>
      resultOf(http.POST('/webhooks', { body, ...sentWith(options) })),
    listWebhooks: async (options: RequestOptions = {}): Promise<Webhook[]> =>
      (await resultOf(http.GET('/webhooks', sentWith(options)))).data,
    deleteWebhook: async (webhook_id: string, options: RequestOptions = {}): Promise<void> => {
      await answerOf(http.DELETE('/webhooks/{webhook_id}', { path: { webhook_id }, ...sentWith(options) }))
    },
    enableWebhook: (webhook_id: string, options: WriteOptions = {}): Promise<Webhook> =>
      resultOf(
        http.POST('/webhooks/{webhook_id}/enable', {
          path: { webhook_id },
          ...sentWith(options),
        }),
      ),
    listDeliveries: async (
      webhook_id: string,
      query: ListDeliveriesQuery = {},
      options: RequestOptions = {},
    ): Promise<WebhookDelivery[]> => {
      const parts = { path: { webhook_id }, query, ...sentWith(options) }
      return (await resultOf(http.GET('/webhooks/{webhook_id}/deliveries', parts))).data
    },
    redeliver: (webhook_id: string, delivery_id: string, options: WriteOptions = {}): Promise<WebhookDelivery> =>
      resultOf(
        http.POST('/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', {
          path: { webhook_id, delivery_id },
          ...sentWith(options),
        }),
      ),
  }
}

function networkOperations(http: Http<paths>) {
  return {
    getStats: (options: RequestOptions = {}): Promise<Stats> => resultOf(http.GET('/stats', sentWith(options))),
    listChains: async (options: RequestOptions = {}): Promise<Chain[]> =>
      (await resultOf(http.GET('/chains', sentWith(options)))).data,
    listAssets: async (options: RequestOptions = {}): Promise<Asset[]> =>
      (await resultOf(http.GET('/assets', sentWith(options)))).data,
    listRoutes: async (options: RequestOptions = {}): Promise<Route[]> =>
      (await resultOf(http.GET('/routes', sentWith(options)))).data,
    listMakers: async (options: RequestOptions = {}): Promise<Maker[]> =>
      (await resultOf(http.GET('/makers', sentWith(options)))).data,
    getMakerRecord: (
      maker_id: string,
      query: MakerRecordQuery = {},
      options: RequestOptions = {},
    ): Promise<MakerRecord> =>
      resultOf(http.GET('/makers/{maker_id}/record', { path: { maker_id }, query, ...sentWith(options) })),
    getOrderbookHealth: (options: RequestOptions = {}): Promise<string> =>
      answerOf(http.GET('/health', { parseAs: 'text', ...sentWith(options) })),
    getOrderbookReadiness: (options: RequestOptions = {}) => answerOf(http.GET('/ready', sentWith(options))),
  }
}
