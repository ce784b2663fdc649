import { ttlCache } from '@tandem/service-kit'
import type { NetworkIndex, ResolvedRoute } from '../network/domain/network.ts'
import { parseDecimal } from './domain/decimal.ts'
import { gasOfSwap, type NetworkFee, type NetworkFeeLimits, networkFeeOf } from './domain/network-fee.ts'
import type { GasPrices, PriceFeed } from './ports.ts'

export type ReadNetworkFeeDeps = {
  network: NetworkIndex
  gasPrice: GasPrices
  prices: PriceFeed
  limits: NetworkFeeLimits
}

/** Undefined when the gas price or the price of the native token is unknown; then no fee is charged. Never rejects. */
export type ReadNetworkFee = (route: ResolvedRoute, destPrice: string) => Promise<NetworkFee | undefined>

const nativePriceMs = 15_000

export function makeReadNetworkFee({ network, gasPrice, prices, limits }: ReadNetworkFeeDeps): ReadNetworkFee {
  const nativePrice = ttlCache(nativePriceMs, async (chain: string) => {
    const symbol = network.chain(chain)?.native_symbol
    if (symbol === undefined) return undefined
    return prices.price({ asset: `${chain}:${symbol.toLowerCase()}`, symbol }).catch(() => undefined)
  })

  async function usdPerGas({ chain }: { chain: string }): Promise<bigint | undefined> {
    const [wei, price] = await Promise.all([gasPrice(chain), nativePrice(chain)])
    return wei === undefined || price === undefined ? undefined : (wei * parseDecimal(price)) / 10n ** 18n
  }

  return async (route, destPrice) => {
    if (limits.maxUsd === 0n) return undefined
    const [source, destination] = await Promise.all([usdPerGas(route.sourceChain), usdPerGas(route.destinationChain)])
    if (source === undefined || destination === undefined) return undefined
    const target = {
      price: destPrice,
      decimals: (route.final?.asset ?? route.destinationAsset).decimals,
      escrowDecimals: route.destinationAsset.decimals,
    }
    return networkFeeOf(gasOfSwap(route), { source, destination }, target, limits)
  }
}
