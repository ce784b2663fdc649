import type { paths as OrderbookPaths } from '../generated/orderbook.ts'
import type { paths as RelayerPaths } from '../generated/relayer.ts'
import { makeHttp } from './http.ts'
import { orderbookOperations } from './orderbook-operations.ts'
import { relayerOperations } from './relayer-operations.ts'
import { type OpenStream, openStream } from './stream-events.ts'
import { sendWithin } from './within.ts'

export interface ClientOptions {
  baseUrl: string
  /** For claims and initiations. */
  relayerUrl: string
  apiKey?: string
  fetch?: (request: Request) => Promise<Response>
  /** Milliseconds for one request; 15,000 by default. */
  timeoutMs?: number
}

/** All operations throw `TandemError`. */
export type TandemClient = ReturnType<typeof createClient>

/** Keeps no state. */
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
  const openOrderStream: OpenStream = (orderId, stream) => openStream({ baseUrl, headers, fetch }, orderId, stream)
  return {
    ...orderbookOperations(makeHttp<OrderbookPaths>({ baseUrl, ...shared })),
    ...relayerOperations(makeHttp<RelayerPaths>({ baseUrl: relayerUrl, ...shared })),
    openOrderStream,
  }
}
