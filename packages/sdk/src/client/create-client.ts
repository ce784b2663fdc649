import type { paths as OrderbookPaths } from '../generated/orderbook.ts'
import type { paths as RelayerPaths } from '../generated/relayer.ts'
import { notLoaded } from '../tandem-error.ts'
import { makeHttp } from './http.ts'
import { orderbookOperations } from './orderbook-operations.ts'
import { relayerOperations } from './relayer-operations.ts'
import type { OpenStream } from './stream-events.ts'
import { plainFetch, timedFetch } from './within.ts'

/** The options of {@link createClient}: the URLs of both services, and how requests are sent. */
export interface ClientOptions {
  /** The orderbook's URL, such as `https://orderbook.example`. */
  baseUrl: string
  /** The relayer's URL. It takes claims and initiations. */
  relayerUrl: string
  /** The API key. Both services limit requests by it; without one, they limit them by the client's IP network. */
  apiKey?: string
  /** Sends each request; `globalThis.fetch` by default. */
  fetch?: (request: Request) => Promise<Response>
  /** How long a whole answer may take, in milliseconds; 15,000 by default. An event stream has no limit. */
  timeoutMs?: number
}

/**
 * A typed client of both services. Each operation throws `TandemError`, with the service's code, or with `NETWORK` when
 * no answer came.
 */
export type TandemClient = ReturnType<typeof createClient>

/**
 * Makes a client of both services. Its answers are what the servers say, and a server may lie. {@link Swap} verifies
 * them before money depends on them.
 *
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
