import type { paths as OrderbookPaths } from '../generated/orderbook.ts'
import type { paths as RelayerPaths } from '../generated/relayer.ts'
import { notLoaded } from '../tandem-error.ts'
import { makeHttp } from './http.ts'
import { orderbookOperations } from './orderbook-operations.ts'
import { relayerOperations } from './relayer-operations.ts'
import type { OpenStream } from './stream-events.ts'
import { plainFetch, timedFetch } from './within.ts'

export interface ClientOptions {
  baseUrl: string
  /** For claims and initiations. */
  relayerUrl: string
  apiKey?: string
  fetch?: (request: Request) => Promise<Response>
  /** Milliseconds; 15,000 by default. */
  timeoutMs?: number
}

/** All operations throw `TandemError`. */
export type TandemClient = ReturnType<typeof createClient>

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
