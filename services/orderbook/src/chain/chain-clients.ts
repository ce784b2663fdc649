import { fetchWithin } from '@tandem/service-kit'
import { standby } from '@tandem/service-kit/standby'
import { createPublicClient, http, type PublicClient } from 'viem'
import type { Clock } from '../usecases/ports.ts'

/** How long an endpoint is waited for alone, at most. */
const longestPatienceMs = 1_000

export type ChainClientsOptions = {
  /** For one question to one endpoint. */
  readonly timeoutMs: number
  /** Whether questions of the same moment go as one request. */
  readonly isBatched?: boolean
  readonly now?: Clock
}

/**
 * Clients for what is read beside the watcher, over the HTTP endpoints of each chain in their order. An endpoint that hangs stands
 * behind the others, and nothing is asked twice: what no endpoint answers is answered without.
 *
 * @returns the client of a chain, one for all its questions; undefined where the chain has no HTTP endpoint.
 */
export function makeChainClients(
  rpcUrls: Readonly<Record<string, readonly string[]>>,
  { timeoutMs, isBatched = false, now = Date.now }: ChainClientsOptions,
): (chain: string) => PublicClient | undefined {
  const clients = new Map<string, PublicClient>()
  return (chain) => {
    const known = clients.get(chain)
    const urls = (rpcUrls[chain] ?? []).filter((url) => url.startsWith('http'))
    if (known !== undefined || urls.length === 0) return known
    const transports = urls.map((url) =>
      http(url, { timeout: 0, retryCount: 0, batch: isBatched, fetchFn: fetchWithin(timeoutMs) }),
    )
    // The next one is to answer before this one is given up.
    const patienceMs = Math.min(longestPatienceMs, timeoutMs / 2)
    const client = createPublicClient({ transport: standby(transports, { patienceMs, retryCount: 0, now }) })
    clients.set(chain, client)
    return client
  }
}
