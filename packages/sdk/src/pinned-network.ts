import { evidenceRequired } from './evidence/evidence-options.ts'
import type { KnownNetwork } from './known-network.ts'
import type { SwapOptions } from './swap-state.ts'

/** @throws `EVIDENCE_REQUIRED`. */
export async function pinnedNetwork({ network, dangerouslyTrustServers, client }: SwapOptions): Promise<KnownNetwork> {
  if (network !== undefined) return network
  if (dangerouslyTrustServers !== true) throw evidenceRequired('`network`')
  const [chains, assets, routes] = await Promise.all([client.listChains(), client.listAssets(), client.listRoutes()])
  return { chains, assets, routes }
}
