import type { Quorum } from '@tandem/chain'
import { askLatest } from '@tandem/chain'
import { type AssetConfig, type ChainConfig, chainOfAsset, type Network, type RouteConfig } from '@tandem/contracts'
import { devnetMessengerAbi, hopBridgeAbi } from '@tandem/escrow'
import { type Address, type Client, type Hex, isAddressEqual, zeroHash } from 'viem'
import { readContract } from 'viem/actions'
import { isAnswer } from './preflight.ts'
import { makeReadQuorums } from './read-quorums.ts'

export type HopPreflight = {
  readonly problems: readonly string[]
  /** The closed routes as `source > destination`. */
  readonly closed: readonly string[]
}

const timeoutMs = 3_000

type HopRoute = { name: string; hub: ChainConfig; hubAsset: AssetConfig; final: ChainConfig; finalAsset: AssetConfig }

/**
 * Compares every hop route with its chains: bridge, token home, remote and blockchain ids. A check that gets no answer is
 * skipped.
 */
export async function checkHops(
  network: Network,
  rpcUrls: Readonly<Record<string, readonly string[]>>,
): Promise<HopPreflight> {
  const quorumOf = makeReadQuorums(rpcUrls, { timeoutMs })
  const routes = network.routes.flatMap((route) => hopRouteOf(network, route) ?? [])
  const messengers = new Map(routes.flatMap(({ hub, final }) => [hub, final].map((chain) => [chain.chain, chain])))
  const found = await Promise.all([
    ...[...messengers.values()].map((chain) => checkMessenger(chain, quorumOf(chain.chain))),
    ...routes.map((route) => checkRoute(route, quorumOf(route.hub.chain))),
  ])
  return {
    problems: [...new Set(found.flatMap(({ problems }) => problems))],
    closed: found.flatMap(({ closed }) => closed),
  }
}

function hopRouteOf({ chains, assets }: Network, route: RouteConfig): HopRoute | undefined {
  const assetOf = (id: string | null) => assets.find(({ asset }) => asset === id)
  const chainOf = (asset: AssetConfig | undefined) =>
    chains.find(({ chain }) => chain === chainOfAsset(asset?.asset ?? ''))
  const [hubAsset, finalAsset] = [assetOf(route.hub_asset), assetOf(route.destination)]
  const [hub, final] = [chainOf(hubAsset), chainOf(finalAsset)]
  if (route.route_type !== 'hop' || !hubAsset || !finalAsset || !hub || !final) return undefined
  return { name: `${route.source} > ${route.destination}`, hub, hubAsset, final, finalAsset }
}

const nothing: HopPreflight = { problems: [], closed: [] }

async function checkMessenger(chain: ChainConfig, quorum: Quorum | undefined): Promise<HopPreflight> {
  const problem = (what: string) => ({ problems: [`${chain.chain}: ${what}`], closed: [] })
  return asked(quorum, problem('there is no messenger at messenger_address'), async (one) => {
    const id = await readContract(one, {
      address: chain.messenger_address as Address,
      abi: devnetMessengerAbi,
      functionName: 'blockchainID',
    })
    // The real messenger learns its blockchain id with its first message.
    if (id === zeroHash || id === chain.blockchain_id?.toLowerCase()) return nothing
    return problem(`the messenger has the blockchain id ${id}, and blockchain_id is ${chain.blockchain_id}`)
  })
}

async function checkRoute(route: HopRoute, quorum: Quorum | undefined): Promise<HopPreflight> {
  const { name, hub, hubAsset, final, finalAsset } = route
  const problem = (what: string) => ({ problems: [`${name}: ${what}`], closed: [] })
  return asked(quorum, problem('there is no bridge at hop_bridge_address'), async (one) => {
    const bridge = { address: hub.hop_bridge_address as Address, abi: hopBridgeAbi } as const
    const args = [hubAsset.token_address as Address, final.blockchain_id as Hex] as const
    const [added, isOpen] = await Promise.all([
      readContract(one, { ...bridge, functionName: 'getRoute', args }),
      readContract(one, { ...bridge, functionName: 'isRouteOpen', args }),
    ])
    if (added.opensAt === 0) return problem('the bridge has no such route')
    if (!isAddressEqual(added.transferrer, finalAsset.token_home_address as Address))
      return problem(`the bridge gives to ${added.transferrer}, which is not token_home_address of ${finalAsset.asset}`)
    if (!isAddressEqual(added.destTransferrer, finalAsset.token_address as Address))
      return problem(`the bridge leads to ${added.destTransferrer}, which is not token_address of ${finalAsset.asset}`)
    return isOpen ? nothing : { problems: [], closed: [name] }
  })
}

/** Asks the quorum. Answers `refused` when the call fails on the chain, and nothing when the endpoints do not agree. */
async function asked(
  quorum: Quorum | undefined,
  refused: HopPreflight,
  ask: (client: Client) => Promise<HopPreflight>,
): Promise<HopPreflight> {
  if (quorum === undefined) return nothing
  const unlessRefused = (client: Client) =>
    ask(client).catch((error: unknown) => {
      if (isAnswer(error)) return refused
      throw error
    })
  return askLatest(quorum, 'hop_route', unlessRefused).catch(() => nothing)
}
