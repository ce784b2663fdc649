import { type AssetConfig, chainOfAsset, type Network, type RouteConfig } from '@tandem/contracts'
import { claimGas, fundingGas, scaledPrice } from '../domain/profit.ts'
import type { TradedChain } from '../orders/sides.ts'
import type { PriceOf } from '../prices/live-prices.ts'
import { nativeOf } from '../prices/native-of.ts'
import type { PriceTerms } from './price.ts'

interface AssetOnChain {
  asset: AssetConfig
  chain: TradedChain
}

export interface Traded {
  route: RouteConfig
  source: AssetOnChain
  escrow: AssetOnChain
  final: AssetConfig
}

export function tradedOf(
  {
    network,
    chains,
    assets,
  }: { network: Network; chains: ReadonlyMap<string, TradedChain>; assets?: ReadonlySet<string> | undefined },
  { source_asset: source, destination_asset: destination }: { source_asset: string; destination_asset: string },
): Traded | undefined {
  const route = network.routes.find((one) => one.source === source && one.destination === destination)
  const assetOf = (name: string) => network.assets.find(({ asset }) => asset === name)
  const [sourceAsset, final] = [assetOf(source), assetOf(destination)]
  const escrowAsset = assetOf(route?.hub_asset ?? destination)
  if (route === undefined || sourceAsset === undefined || final === undefined || escrowAsset === undefined)
    return undefined
  const [from, to] = [chains.get(chainOfAsset(source)), chains.get(chainOfAsset(escrowAsset.asset))]
  if (from === undefined || to === undefined) return undefined
  if (assets !== undefined && !(assets.has(source) && assets.has(escrowAsset.asset))) return undefined
  return { route, source: { asset: sourceAsset, chain: from }, escrow: { asset: escrowAsset, chain: to }, final }
}

export interface PricingDeps {
  priceOf: PriceOf
  /** Reads the gas price, in wei per unit of gas. */
  gasPrice: (chain: TradedChain) => Promise<bigint>
}

export async function priceTermsOf(
  deps: PricingDeps,
  { source, escrow }: Traded,
  marginBips: number,
): Promise<PriceTerms | undefined> {
  const [sourcePrice, destinationPrice] = [deps.priceOf(source.asset), deps.priceOf(escrow.asset)]
  const [claim, funding] = await Promise.all([
    gasUsd(deps, source.chain, claimGas),
    gasUsd(deps, escrow.chain, fundingGas),
  ])
  if (sourcePrice === undefined || destinationPrice === undefined) return undefined
  if (claim === undefined || funding === undefined) return undefined
  return {
    sourcePrice,
    sourceDecimals: source.asset.decimals,
    destinationPrice,
    destinationDecimals: escrow.asset.decimals,
    marginBips,
    gasUsd: claim + funding,
  }
}

/** What the gas costs, in US dollars with eighteen decimals, rounded up. */
async function gasUsd(
  { priceOf, gasPrice }: PricingDeps,
  chain: TradedChain,
  gas: bigint,
): Promise<bigint | undefined> {
  const price = priceOf(nativeOf(chain.chain.config))
  if (price === undefined) return undefined
  const wei = gas * (await gasPrice(chain))
  const wei18 = 10n ** 18n
  return (wei * scaledPrice(price) + wei18 - 1n) / wei18
}
