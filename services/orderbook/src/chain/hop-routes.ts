import { hopBridgeAbi } from '@tandem/escrow'
import { fetchWithin } from '@tandem/service-kit'
import { type Address, createPublicClient, fallback, type Hex, http } from 'viem'
import type { ResolvedRoute } from '../domain/network.ts'
import type { Clock, HopRoutes } from '../usecases/ports.ts'

/** A route is closed in one transaction, and then for ever: so long may a quote not know of it yet. */
const freshMs = 5_000
const timeoutMs = 2_000

type Reading = { readonly at: number; readonly isOpen: Promise<boolean> }

/**
 * Asks the hub's bridge, at most once in five seconds for each route. A hub that does not answer closes nothing: the
 * relayer asks again before it reveals a secret.
 */
export function makeHopRoutes(rpcUrls: Readonly<Record<string, readonly string[]>>, now: Clock): HopRoutes {
  const readings = new Map<string, Reading>()
  async function read({ destinationChain, destinationAsset, final }: ResolvedRoute): Promise<boolean> {
    const urls = (rpcUrls[destinationChain.chain] ?? []).filter((url) => url.startsWith('http'))
    if (urls.length === 0) return true
    const transports = urls.map((url) => http(url, { timeout: 0, retryCount: 0, fetchFn: fetchWithin(timeoutMs) }))
    const client = createPublicClient({ transport: fallback(transports, { retryCount: 0 }) })
    return client
      .readContract({
        address: destinationChain.hop_bridge_address as Address,
        abi: hopBridgeAbi,
        functionName: 'isRouteOpen',
        args: [destinationAsset.token_address as Address, final?.chain.blockchain_id as Hex],
      })
      .catch(() => true)
  }
  return {
    isOpen(route) {
      if (route.final === null) return Promise.resolve(true)
      const key = `${route.destinationAsset.asset} ${route.final.chain.chain}`
      const last = readings.get(key)
      if (last !== undefined && now() - last.at < freshMs) return last.isOpen
      const isOpen = read(route)
      readings.set(key, { at: now(), isOpen })
      return isOpen
    },
  }
}
