import {
  type AssetConfig,
  type ChainConfig,
  chainOfAsset,
  fillWindowSecs,
  highestWorthUsd,
  type Network,
  type RouteConfig,
  type WindowRules,
} from '@tandem/contracts'
import { type Address, getAddress } from 'viem'
import type { HopDecimals } from './hop-amount.ts'
import type { Order } from './order.ts'

/** A chain that holds escrows: its registry and its solver are set. */
export type EscrowChain = ChainConfig & { readonly registry_address: string; readonly solver_address: string }

/** The network file with its lists made searchable. */
export type NetworkIndex = {
  readonly network: Network
  chain(name: string): ChainConfig | undefined
  asset(id: string): AssetConfig | undefined
  route(source: string, destination: string): RouteConfig | undefined
}

export function indexNetwork(network: Network): NetworkIndex {
  const chains = new Map(network.chains.map((chain) => [chain.chain, chain]))
  const assets = new Map(network.assets.map((asset) => [asset.asset, asset]))
  const routes = new Map(network.routes.map((route) => [`${route.source}>${route.destination}`, route]))
  return {
    network,
    chain: (name) => chains.get(name),
    asset: (id) => assets.get(id),
    route: (source, destination) => routes.get(`${source}>${destination}`),
  }
}

/** A route with everything that its two escrows need. `destinationAsset` is what the destination escrow holds. */
export type ResolvedRoute = {
  readonly route: RouteConfig
  readonly sourceAsset: AssetConfig
  readonly sourceChain: EscrowChain
  readonly destinationAsset: AssetConfig
  readonly destinationChain: EscrowChain
  /** Hop routes: what arrives in the end, and where. */
  readonly final: { readonly asset: AssetConfig; readonly chain: ChainConfig } | null
}

/** The decimals of the quoted asset and of the asset in the destination escrow; the same on a direct route. */
export const hopDecimals = ({ final, destinationAsset }: ResolvedRoute): HopDecimals => ({
  hub: destinationAsset.decimals,
  final: (final?.asset ?? destinationAsset).decimals,
})

export type RouteProblem =
  | { code: 'UNSUPPORTED_ASSET'; field: 'source' | 'destination'; asset: string }
  | { code: 'UNSUPPORTED_ROUTE' }

/** Finds the route between two assets with its chains, or why there is none. */
export function resolveRoute(index: NetworkIndex, source: string, destination: string): ResolvedRoute | RouteProblem {
  const sourceAsset = index.asset(source)
  if (sourceAsset === undefined) return { code: 'UNSUPPORTED_ASSET', field: 'source', asset: source }
  const wanted = index.asset(destination)
  if (wanted === undefined) return { code: 'UNSUPPORTED_ASSET', field: 'destination', asset: destination }
  const route = index.route(source, destination)
  if (route === undefined) return { code: 'UNSUPPORTED_ROUTE' }
  const destinationAsset = route.hub_asset === null ? wanted : index.asset(route.hub_asset)
  const sourceChain = escrowChain(index.chain(chainOfAsset(source)))
  const destinationChain = destinationAsset && escrowChain(index.chain(chainOfAsset(destinationAsset.asset)))
  const finalChain = index.chain(chainOfAsset(destination))
  if (!destinationAsset || !sourceChain || !destinationChain || !finalChain) return { code: 'UNSUPPORTED_ROUTE' }
  const isHop = route.route_type === 'hop'
  if (isHop && (destinationChain.hop_bridge_address === null || finalChain.blockchain_id === null)) {
    return { code: 'UNSUPPORTED_ROUTE' }
  }
  const final = isHop ? { asset: wanted, chain: finalChain } : null
  return { route, sourceAsset, sourceChain, destinationAsset, destinationChain, final }
}

function escrowChain(chain: ChainConfig | undefined): EscrowChain | undefined {
  if (chain === undefined || chain.registry_address === null || chain.solver_address === null) return undefined
  return { ...chain, registry_address: chain.registry_address, solver_address: chain.solver_address }
}

/** An address from the network file, checksummed. The file's schema has already checked it. */
export function configAddress(text: string): Address {
  return getAddress(`0x${text.slice(2).toLowerCase()}`)
}

/** The rules by which the deadlines of a swap on a route are made and judged. */
export const windowRulesOf = (
  { network }: NetworkIndex,
  { sourceChain, destinationChain }: Pick<ResolvedRoute, 'sourceChain' | 'destinationChain'>,
  worthUsd: number | undefined,
): WindowRules => ({
  source: sourceChain,
  destination: destinationChain,
  minMarginSecs: network.min_margin_secs,
  worthUsd,
})

/** Seconds that must be left on the destination of an order when its source is funded; `undefined` where a chain has left the network file. */
export function fillWindowOf(network: NetworkIndex, order: Pick<Order, 'source' | 'destination'>): number | undefined {
  const [source, destination] = [network.chain(order.source.chain), network.chain(order.destination.chain)]
  if (source === undefined || destination === undefined) return undefined
  return fillWindowSecs(source, destination, escrowWorth(network, order))
}

/**
 * The worth of a swap in US dollars, by which the relayer and the solver decide how deep its escrows must stand: the dearer
 * of the two at the operator's price ceilings.
 *
 * @param escrows what they hold, in base units.
 * @returns `undefined` when it is not known, which counts as more than any step.
 */
export const escrowWorth = (
  { network }: NetworkIndex,
  escrows: { readonly [Side in 'source' | 'destination']: { readonly asset: string; readonly amount: bigint } },
): number | undefined => {
  const text = ({ asset, amount }: { asset: string; amount: bigint }) => ({ asset, amount: String(amount) })
  return highestWorthUsd(network.assets, {
    source_intent: text(escrows.source),
    destination_intent: text(escrows.destination),
  })
}
