import { type Endpoint, endpointName, expectChain, makeQuorum, type Quorum, type QuorumObserver } from '@tandem/chain'
import { rpcTransport } from '@tandem/chain/rpc'
import type { ChainConfig } from '@tandem/contracts'
import { makeHttpClient } from '@tandem/service-kit'
import { createClient, webSocket } from 'viem'

/** How many simultaneous questions share a request. */
const maxTogether = 32

/** The quorum of a chain's endpoints, through HTTP. WebSockets are used only when there is no HTTP endpoint. */
export function makeChainQuorum(
  config: ChainConfig,
  urls: readonly string[],
  { timeoutMs, now, observer }: { timeoutMs: number; now: () => number; observer: QuorumObserver },
): Quorum {
  const dataUrls = urls.some((url) => !isSocket(url)) ? urls.filter((url) => !isSocket(url)) : urls
  const endpoints = dataUrls.map((url): Endpoint => {
    const transport = isSocket(url)
      ? webSocket(url, { timeout: timeoutMs, retryCount: 0 })
      : rpcTransport(url, { httpClient: makeHttpClient({ timeoutMs }), retryCount: 0, maxTogether })
    return { name: endpointName(url, urls.indexOf(url)), client: createClient({ transport }) }
  })
  const verify = expectChain(config.chain_id)
  // Nothing is repeated here, because the watcher reads again shortly.
  return makeQuorum(endpoints, { chain: config.chain, budgetMs: timeoutMs, repeats: false, verify, observer, now })
}

export const isSocket = (url: string): boolean => url.startsWith('ws')
