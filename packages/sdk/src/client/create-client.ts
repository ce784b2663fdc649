import type { paths as OrderbookPaths } from '../generated/orderbook.ts'
import type { paths as RelayerPaths } from '../generated/relayer.ts'
import { makeHttp } from './http.ts'
import { orderbookOperations } from './orderbook-operations.ts'
import { relayerOperations } from './relayer-operations.ts'
import { type OpenStream, openStream } from './stream-events.ts'
import { sendWithin } from './within.ts'

/** Where the services are, and how they are reached. */
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

/** Every operation of both services. All throw `TandemError`. */
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
  const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }
  const within = (request: Request) => sendWithin(fetch, request, timeoutMs)
  const shared = { headers, fetch: within }
  /** The event stream of an order. It has no time limit of its own: end it with its signal. */
  const openOrderStream: OpenStream = (orderId, stream) => openStream({ baseUrl, headers, fetch }, orderId, stream)
  return {
    ...orderbookOperations(makeHttp<OrderbookPaths>({ baseUrl, ...shared })),
    ...relayerOperations(makeHttp<RelayerPaths>({ baseUrl: relayerUrl, ...shared })),
    openOrderStream,
  }
}
