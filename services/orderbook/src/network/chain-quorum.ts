import { type Endpoint, endpointName, expectChain, makeQuorum, type Quorum, type QuorumObserver } from '@tandem/chain'
import { rpcTransport } from '@tandem/chain/rpc'
import type { ChainConfig } from '@tandem/contracts'
import { makeHttpClient } from '@tandem/service-kit'
import { createClient, webSocket } from 'viem'

/** Questions of one moment that share a request. */
const mostTogether = 32

/** HTTP, and WebSockets only where there is nothing else. */
export function makeChainQuorum(
  config: ChainConfig,
  urls: readonly string[],
  { timeoutMs, now, observer }: { timeoutMs: number; now: () => number; observer: QuorumObserver },
): Quorum {
  const dataUrls = urls.some((url) => !isSocket(url)) ? urls.filter((url) => !isSocket(url)) : urls
  const endpoints = dataUrls.map((url): Endpoint => {
    const transport = isSocket(url)
      ? webSocket(url, { timeout: timeoutMs, retryCount: 0 })
      : rpcTransport(url, { httpClient: makeHttpClient({ timeoutMs }), retryCount: 0, mostTogether })
    return { name: endpointName(url, urls.indexOf(url)), client: createClient({ transport }) }
  })
  const verify = expectChain(config.chain_id)
  // The watcher reads again after a moment.
  return makeQuorum(endpoints, { chain: config.chain, budgetMs: timeoutMs, repeats: false, verify, observer, now })
}

export const isSocket = (url: string): boolean => url.startsWith('ws')
