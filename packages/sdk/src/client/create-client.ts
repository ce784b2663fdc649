import type { paths as OrderbookPaths } from '../generated/orderbook.ts'
import type { paths as RelayerPaths } from '../generated/relayer.ts'
import { notLoaded } from '../tandem-error.ts'
import { makeHttp } from './http.ts'
import { orderbookOperations } from './orderbook-operations.ts'
import { relayerOperations } from './relayer-operations.ts'
import type { OpenStream } from './stream-events.ts'
import { plainFetch, timedFetch } from './within.ts'

/** Where both services are, and how they are asked. */
export interface ClientOptions {
  /** The orderbook's URL, such as `https://orderbook.example`. */
  baseUrl: string
  /** The relayer's URL. It takes claims and initiations. */
  relayerUrl: string
  /** The orderbook and the relayer count requests by this key, where there is one. */
  apiKey?: string
  /** Sends each request; `globalThis.fetch` by default. */
  fetch?: (request: Request) => Promise<Response>
  /** Milliseconds for a whole answer; 15,000 by default. An event stream has no limit. */
  timeoutMs?: number
}

/** A typed client of both services. Each operation throws `TandemError`: with the service's code, or `NETWORK` without an answer. */
export type TandemClient = ReturnType<typeof createClient>

/**
 * Makes a client of both services. Its answers are what a server says: {@link Swap} believes none of them with money.
 * @returns an operation for each endpoint; `openOrderStream` reads an order's events as they come.
 * @example
 * const client = createClient({ baseUrl: 'https://orderbook.example', relayerUrl: 'https://relayer.example' })
 * const { data: orders } = await client.listOrders({ status: 'created' })
 */
export function createClient(options: ClientOptions) {
  const { baseUrl, relayerUrl, apiKey, timeoutMs, fetch = plainFetch } = options
  const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }
  const shared = { headers, fetch: timedFetch(fetch, timeoutMs) }
  const openOrderStream: OpenStream = async (orderId, stream) => {
    const { openStream } = await import('./stream-events.ts').catch(notLoaded)
    return openStream({ baseUrl, headers, fetch }, orderId, stream)
  }
  return {
    ...orderbookOperations(makeHttp<OrderbookPaths>({ baseUrl, ...shared })),
    ...relayerOperations(makeHttp<RelayerPaths>({ baseUrl: relayerUrl, ...shared })),
    openOrderStream,
  }
}
