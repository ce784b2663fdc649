import type { AssetConfig } from '@tandem/contracts'
import { hopDecimals, type ResolvedRoute } from '../network/domain/network.ts'
import type { HopRoutes } from '../network/ports.ts'
import type { TimeOfChain } from '../network/time-of-chain.ts'
import type { NetworkFee } from './domain/network-fee.ts'
import type { AmountTerms } from './domain/quoted-amounts.ts'
import type { PriceFeed } from './ports.ts'
import type { ReadNetworkFee } from './read-network-fee.ts'
import { requireOpenHop } from './route-checks.ts'

export type RouteTermsDeps = { prices: PriceFeed; hops: HopRoutes; timeOf: TimeOfChain; networkFee: ReadNetworkFee }

export type RouteTerms = {
  readonly amounts: AmountTerms
  readonly target: AssetConfig
  /** Undefined when the fee is unknown. */
  readonly networkFee: NetworkFee | undefined
  /** The times of both chains in unix seconds, each by its own clock. */
  readonly times: { readonly source: number; readonly destination: number }
}

/** @throws CHAIN_UNAVAILABLE, HOP_ROUTE_CLOSED, PRICE_UNAVAILABLE. */
export async function requireTerms(deps: RouteTermsDeps, route: ResolvedRoute): Promise<RouteTerms> {
  const times = await requireRunning(deps, route)
  const target = route.final?.asset ?? route.destinationAsset
  const [sourcePrice, destPrice] = await Promise.all([deps.prices.price(route.sourceAsset), deps.prices.price(target)])
  const networkFee = await deps.networkFee(route, destPrice)
  return {
    amounts: {
      price: {
        sourcePrice,
        sourceDecimals: route.sourceAsset.decimals,
        destPrice,
        destDecimals: route.destinationAsset.decimals,
        feeBips: route.route.fee_bips,
      },
      decimals: hopDecimals(route),
      bridgeFee: hopFeeOf(route) ?? 0n,
      networkFee: networkFee?.inEscrow ?? 0n,
    },
    target,
    networkFee,
    times,
  }
}

/**
 * Requires that both chains and the bridge can be used now.
 * @returns the times of both chains in unix seconds.
 * @throws CHAIN_UNAVAILABLE, HOP_ROUTE_CLOSED
 */
export async function requireRunning(
  { timeOf, hops }: Pick<RouteTermsDeps, 'timeOf' | 'hops'>,
  route: ResolvedRoute,
): Promise<RouteTerms['times']> {
  const [source, destination] = await Promise.all([
    timeOf(route.sourceChain.chain),
    timeOf(route.destinationChain.chain),
    requireOpenHop(hops, route),
  ])
  return { source, destination }
}

/** The bridge's fee in base units of the destination escrow. Null on a direct route. */
export const hopFeeOf = ({ route }: ResolvedRoute): bigint | null =>
  route.hop_relayer_fee === null ? null : BigInt(route.hop_relayer_fee)
