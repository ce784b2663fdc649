import type { Network } from '@tandem/contracts'
import { createConfig, type TandemConfig } from '@tandem/react'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { announceDevnetWallet } from '../wallet/devnet-wallet.ts'

/** The configuration of the card: the services, the network file, the endpoints of its chains, and this browser's swaps. */
export type Deployment = TandemConfig<Network>

/**
 * Reads the network file of this deployment. It comes from the same server as the page, so it is as trustworthy as the page.
 * @returns `null` where the operator has no network file, or names no endpoint for a chain with escrows.
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
    // The page's only runner of swaps is in the data, so the object must stay the same.
    structuralSharing: false,
  })
