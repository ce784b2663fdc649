import createFetchClient, { type Client } from 'openapi-fetch'
import type { components as OrderbookComponents, paths as OrderbookPaths } from './generated/orderbook.ts'
import type { components as RelayerComponents, paths as RelayerPaths } from './generated/relayer.ts'
import { TandemError } from './tandem-error.ts'

type OrderbookSchemas = OrderbookComponents['schemas']
type RelayerSchemas = RelayerComponents['schemas']

export type Order = OrderbookSchemas['Order']
export type Intent = OrderbookSchemas['Intent']
export type OrderStatus = OrderbookSchemas['OrderStatus']
export type OrderPage = OrderbookSchemas['OrderPage']
export type Quote = OrderbookSchemas['Quote']
export type Stats = OrderbookSchemas['Stats']
export type Chain = OrderbookSchemas['Chain']
export type Asset = OrderbookSchemas['Asset']
export type Claim = RelayerSchemas['Claim']
export type Initiation = RelayerSchemas['Initiation']
export type CreateQuote = OrderbookSchemas['CreateQuote']
export type CreateOrder = OrderbookSchemas['CreateOrder']
export type CreateClaim = RelayerSchemas['CreateClaim']
export type HopPayload = RelayerSchemas['HopPayload']
export type BridgeStatus = OrderbookSchemas['BridgeStatus']
export type CreateInitiation = RelayerSchemas['CreateInitiation']
export type ListOrdersQuery = NonNullable<OrderbookPaths['/orders']['get']['parameters']['query']>

export interface ClientOptions {
  /** The orderbook. */
  baseUrl: string
  /** The relayer. Needed for claims and initiations. */
  relayerUrl: string
  /** Where the operator asks for one. */
  apiKey?: string
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /** Milliseconds for one request; 15,000 by default. */
  timeoutMs?: number
}

/** Every operation of both services. All throw {@link TandemError}. */
export type TandemClient = ReturnType<typeof createClient>

/** A typed client of both services. It keeps no state. */
export function createClient(options: ClientOptions) {
  const {
    baseUrl,
    relayerUrl,
    apiKey,
    timeoutMs = 15_000,
    fetch = (request: Request) => globalThis.fetch(request),
  } = options
  const shared = {
    headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
    fetch: (request: Request) => fetch(new Request(request, { signal: AbortSignal.timeout(timeoutMs) })),
  }
  const orderbook: Client<OrderbookPaths> = createFetchClient({ baseUrl, ...shared })
  const relayer: Client<RelayerPaths> = createFetchClient({ baseUrl: relayerUrl, ...shared })
  /** A retry with the same key replays the stored answer instead of doing the thing twice. */
  const idempotent = (key: string | undefined) =>
    key === undefined ? {} : { params: { header: { 'Idempotency-Key': key } } }

  return {
    createQuote: (body: CreateQuote): Promise<Quote> => result(orderbook.POST('/quotes', { body })),
    getQuote: (quoteId: string): Promise<Quote> =>
      result(orderbook.GET('/quotes/{quote_id}', { params: { path: { quote_id: quoteId } } })),
    createOrder: (body: CreateOrder, idempotencyKey?: string): Promise<Order> =>
      result(orderbook.POST('/orders', { body, ...idempotent(idempotencyKey) })),
    getOrder: (orderId: string): Promise<Order> =>
      result(orderbook.GET('/orders/{order_id}', { params: { path: { order_id: orderId } } })),
    explainOrder: (orderId: string): Promise<OrderbookSchemas['Explanation']> =>
      result(orderbook.GET('/orders/{order_id}/explain', { params: { path: { order_id: orderId } } })),
    listOrders: (query: ListOrdersQuery = {}): Promise<OrderPage> =>
      result(orderbook.GET('/orders', { params: { query } })),
    listUserOrders: (userId: string, query: Omit<ListOrdersQuery, 'user_id'> = {}): Promise<OrderPage> =>
      result(orderbook.GET('/orders/user/{user_id}', { params: { path: { user_id: userId }, query } })),
    getStats: (): Promise<Stats> => result(orderbook.GET('/stats')),
    listChains: async (): Promise<Chain[]> => (await result(orderbook.GET('/chains'))).data,
    listAssets: async (): Promise<Asset[]> => (await result(orderbook.GET('/assets'))).data,
    createClaim: (body: CreateClaim): Promise<Claim> => result(relayer.POST('/claims', { body })),
    getClaim: (claimId: string): Promise<Claim> =>
      result(relayer.GET('/claims/{claim_id}', { params: { path: { claim_id: claimId } } })),
    createInitiation: (body: CreateInitiation): Promise<Initiation> => result(relayer.POST('/initiations', { body })),
    getInitiation: (initiationId: string): Promise<Initiation> =>
      result(relayer.GET('/initiations/{initiation_id}', { params: { path: { initiation_id: initiationId } } })),
  }
}

/** Unwraps the envelope, or throws what it says. */
async function result<T>(call: Promise<{ data?: { result: T }; error?: unknown; response: Response }>): Promise<T> {
  const answer = await call.catch((cause: unknown) => {
    // The cause is kept apart from the message: it could repeat the request.
    throw new TandemError('NETWORK', 'no answer came; it is unknown whether the request was carried out', {
      retryable: true,
      cause,
    })
  })
  if (answer.data !== undefined) return answer.data.result
  throw TandemError.fromAnswer(answer.response.status, answer.error)
}
