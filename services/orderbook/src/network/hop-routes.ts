import { askLatest } from '@tandem/chain'
import { hopBridgeAbi } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { readContract } from 'viem/actions'
import type { Clock } from '../ports.ts'
import type { ResolvedRoute } from './domain/network.ts'
import type { HopRoutes } from './ports.ts'
import { makeReadQuorums } from './read-quorums.ts'

/** How long an answer is reused. For this long a quote may miss that a route has closed, which takes one transaction. */
const freshMs = 5_000
const timeoutMs = 2_000

type Reading = { readonly at: number; readonly isOpen: Promise<boolean> }

/**
 * Asks the hub's bridge whether a route is open. Without an answer the route counts as open: the relayer asks again before
 * it reveals a secret.
 */
export function makeHopRoutes(rpcUrls: Readonly<Record<string, readonly string[]>>, now: Clock): HopRoutes {
  const readings = new Map<string, Reading>()
  const quorumOf = makeReadQuorums(rpcUrls, { timeoutMs, now })
  async function read({ destinationChain, destinationAsset, final }: ResolvedRoute): Promise<boolean> {
    const quorum = quorumOf(destinationChain.chain)
    if (quorum === undefined) return true
    return askLatest(quorum, 'hop_route', (client) =>
      readContract(client, {
        address: destinationChain.hop_bridge_address as Address,
        abi: hopBridgeAbi,
        functionName: 'isRouteOpen',
        args: [destinationAsset.token_address as Address, final?.chain.blockchain_id as Hex],
      }),
    ).catch(() => true)
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
