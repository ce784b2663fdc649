import { endpointName, makeQuorum, type Quorum } from '@tandem/chain'
import { rpcTransport } from '@tandem/chain/rpc'
import { makeHttpClient } from '@tandem/service-kit'
import { createClient } from 'viem'
import type { Clock } from '../ports.ts'

export type ReadQuorumsOptions = {
  readonly timeoutMs: number
  readonly maxTogether?: number
  readonly now?: Clock
}

/**
 * Quorums for reads outside of the watcher. Failed questions are not repeated.
 * @returns a function that returns undefined for a chain without an HTTP endpoint.
 */
export function makeReadQuorums(
  rpcUrls: Readonly<Record<string, readonly string[]>>,
  { timeoutMs, maxTogether = 1, now = Date.now }: ReadQuorumsOptions,
): (chain: string) => Quorum | undefined {
  const quorums = new Map<string, Quorum>()
  return (chain) => {
    const known = quorums.get(chain)
    const urls = (rpcUrls[chain] ?? []).filter((url) => url.startsWith('http'))
    if (known !== undefined || urls.length === 0) return known
    const endpoints = urls.map((url, position) => ({
      name: endpointName(url, position),
      client: createClient({
        transport: rpcTransport(url, { httpClient: makeHttpClient({ timeoutMs }), retryCount: 0, maxTogether }),
      }),
    }))
    const quorum = makeQuorum(endpoints, { chain, budgetMs: timeoutMs, repeats: false, now })
    quorums.set(chain, quorum)
    return quorum
  }
}
