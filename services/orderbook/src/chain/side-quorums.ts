import { endpointName, makePanel, type Panel } from '@tandem/chain'
import { rpcTransport } from '@tandem/chain/rpc'
import { makeHttpClient } from '@tandem/service-kit'
import { createClient } from 'viem'
import type { Clock } from '../usecases/ports.ts'

export type SidePanelsOptions = {
  readonly timeoutMs: number
  readonly mostTogether?: number
  readonly now?: Clock
}

/**
 * For reads beside the watcher: nothing is asked twice.
 * @returns undefined without an HTTP endpoint.
 */
export function makeSidePanels(
  rpcUrls: Readonly<Record<string, readonly string[]>>,
  { timeoutMs, mostTogether = 1, now = Date.now }: SidePanelsOptions,
): (chain: string) => Panel | undefined {
  const panels = new Map<string, Panel>()
  return (chain) => {
    const known = panels.get(chain)
    const urls = (rpcUrls[chain] ?? []).filter((url) => url.startsWith('http'))
    if (known !== undefined || urls.length === 0) return known
    const endpoints = urls.map((url, position) => ({
      name: endpointName(url, position),
      client: createClient({
        transport: rpcTransport(url, { httpClient: makeHttpClient({ timeoutMs }), retryCount: 0, mostTogether }),
      }),
    }))
    const panel = makePanel(endpoints, { chain, budgetMs: timeoutMs, repeats: false, now })
    panels.set(chain, panel)
    return panel
  }
}
