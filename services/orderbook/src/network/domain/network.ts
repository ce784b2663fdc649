import {
  type AssetConfig,
  type ChainConfig,
  chainOfAsset,
  fillWindowSecs,
  type HopDecimals,
  highestWorthUsd,
  type Network,
  type RouteConfig,
  type WindowRules,
} from '@tandem/contracts'
import { type Address, getAddress } from 'viem'
import type { Order } from '../../orders/domain/order.ts'
import { type Pauses, pausedBy, pausesOf } from './pauses.ts'

type ChainAddress = 'registry_address' | 'solver_address' | 'hop_bridge_address'

/** A chain of the network file with checksummed addresses. */
type Chain = Omit<ChainConfig, ChainAddress> & { readonly [Name in ChainAddress]: Address | null }
type Asset = AssetConfig & { readonly token_address: Address }

/** A chain that has a registry and a solver. */
export type EscrowChain = Chain & { readonly registry_address: Address; readonly solver_address: Address }

export type NetworkIndex = {
  readonly network: Network
  chain(name: string): Chain | undefined
  asset(id: string): Asset | undefined
  route(source: string, destination: string): RouteConfig | undefined
  /** The name of the chain, asset or route that is paused, for a route that cannot be used now. */
  pausedBy(route: RouteConfig): string | undefined
}

/** @param pauses what is paused at the moment; by default what the network file paused at the start. */
export function indexNetwork(network: Network, pauses: () => Pauses = constantPauses(network)): NetworkIndex {
  const chains = new Map(network.chains.map((chain) => [chain.chain, chainOf(chain)]))
  const assets = new Map(
    network.assets.map((asset) => [asset.asset, { ...asset, token_address: configAddress(asset.token_address) }]),
  )
  const routes = new Map(network.routes.map((route) => [`${route.source}>${route.destination}`, route]))
  return {
    network,
    chain: (name) => chains.get(name),
    asset: (id) => assets.get(id),
    route: (source, destination) => routes.get(`${source}>${destination}`),
    pausedBy: (route) => pausedBy(pauses(), route),
  }
}

function constantPauses(network: Network): () => Pauses {
  const pauses = pausesOf(network)
  return () => pauses
}

const chainOf = ({ registry_address, solver_address, hop_bridge_address, ...chain }: ChainConfig): Chain => ({
  ...chain,
  registry_address: addressOrNull(registry_address),
  solver_address: addressOrNull(solver_address),
  hop_bridge_address: addressOrNull(hop_bridge_address),
})
const addressOrNull = (text: string | null) => (text === null ? null : configAddress(text))

/** A route with its assets and chains. `destinationAsset` is the asset of the destination escrow. */
export type ResolvedRoute = {
  readonly route: RouteConfig
  readonly sourceAsset: Asset
  readonly sourceChain: EscrowChain
  readonly destinationAsset: Asset
  readonly destinationChain: EscrowChain
  /** The end of a hop route. Null for a direct route. */
  readonly final: { readonly asset: Asset; readonly chain: Chain } | null
}

/** The decimals of the hub's token and of the final token, which are the same token on a direct route. */
export const hopDecimals = ({ final, destinationAsset }: ResolvedRoute): HopDecimals => ({
  hub: destinationAsset.decimals,
  final: (final?.asset ?? destinationAsset).decimals,
})

export type RouteProblem =
  | { code: 'UNSUPPORTED_ASSET'; field: 'source' | 'destination'; asset: string }
  | { code: 'UNSUPPORTED_ROUTE' }

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

function escrowChain(chain: Chain | undefined): EscrowChain | undefined {
  if (chain === undefined || chain.registry_address === null || chain.solver_address === null) return undefined
  return { ...chain, registry_address: chain.registry_address, solver_address: chain.solver_address }
}

/** Checksums an address of the network file, whose schema has checked it. */
export function configAddress(text: string): Address {
  return getAddress(`0x${text.slice(2).toLowerCase()}`)
}

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

/**
 * How long before its deadline the destination must be funded, in seconds. Undefined when the network file no longer has
 * one of the chains.
 */
export function fillWindowOf(network: NetworkIndex, order: Pick<Order, 'source' | 'destination'>): number | undefined {
  const [source, destination] = [network.chain(order.source.chain), network.chain(order.destination.chain)]
  if (source === undefined || destination === undefined) return undefined
  return fillWindowSecs(source, destination, escrowWorth(network, order))
}

/**
 * The value of the more expensive escrow in US dollars, at the `usd_price_ceiling` of its asset. It decides how many
 * confirmations an order needs (`confirmation_steps` of its chains).
 * @param escrows amounts in base units.
 * @returns undefined when a ceiling is missing. The order then needs as many confirmations as the highest step.
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
