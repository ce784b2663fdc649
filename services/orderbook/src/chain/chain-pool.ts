import type { ChainConfig } from '@tandem/contracts'
import type { EventSource } from './event-source.ts'
import { providerName } from './provider.ts'
import { makeProviderPool, type PoolObserver, type ProviderPool } from './provider-pool.ts'
import { makeProvider } from './rpc-provider.ts'

export interface ChainPoolOptions {
  /** The time limit of one request to an endpoint. */
  requestTimeoutMs: number
  maxAheadSecs: number
  now: () => number
  observer: PoolObserver & { asked(provider: string, method: string, seconds: number): void }
}

/** The endpoints of a chain: data comes from HTTP, and from WebSockets only where there is nothing else. */
export function makeChainPool(
  config: ChainConfig,
  source: EventSource,
  urls: readonly string[],
  { requestTimeoutMs: timeoutMs, maxAheadSecs, now, observer }: ChainPoolOptions,
): ProviderPool {
  const dataUrls = urls.some((url) => !isSocket(url)) ? urls.filter((url) => !isSocket(url)) : urls
  const providers = dataUrls.map((url) => {
    const name = providerName(url, urls.indexOf(url))
    return makeProvider(config, url, {
      name,
      source,
      timeoutMs,
      maxAheadSecs,
      now,
      onRequest: (method, seconds) => observer.asked(name, method, seconds),
      onRefusedRange: (error) => observer.failed(name, error),
    })
  })
  return makeProviderPool(providers, { now, blockTimeMs: config.block_time_ms, observer })
}

export const isSocket = (url: string): boolean => url.startsWith('ws')
