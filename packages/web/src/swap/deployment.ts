import type { Network } from '@tandem/contracts'
import { createConfig, type TandemConfig } from '@tandem/react'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { announceDevnetWallet } from '../wallet/devnet-wallet.ts'

/** The base of a swap that no service can change: the pinned network, endpoints of its chains, and this browser's swaps. */
export type Deployment = TandemConfig<Network>

/**
 * Reads what this deployment pins. It comes from where the page itself comes from, so it is believed as much as the page.
 *
 * @returns `null` where the operator pins no network, or names no endpoint of a chain with escrows.
 */
async function loadDeployment(api: Api, { signal }: { signal: AbortSignal }): Promise<Deployment | null> {
  const { baseUrl, relayerUrl, rpcUrls } = api
  const answer = await fetch('/network.json', { signal })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`GET /network.json answered ${answer.status}`)
  const network = (await answer.json()) as Network
  const isCovered = network.chains.every(
    ({ chain, registry_address: registry }) => registry === null || (rpcUrls[chain]?.length ?? 0) > 0,
  )
  if (!isCovered) return null
  announceDevnetWallet(api, network)
  return createConfig({ baseUrl, relayerUrl, network, evidence: { endpoints: rpcUrls } })
}

export const deploymentQuery = (api: Api) =>
  queryOptions({
    queryKey: ['deployment'],
    queryFn: (context) => loadDeployment(api, context),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // The one runner of this page is in it.
    structuralSharing: false,
  })
