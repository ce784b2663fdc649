import type { AssetConfig, RouteConfig } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import { decimalScale, parseDecimal } from '../domain/decimal.ts'
import { type Maker, tradesOn } from '../makers/domain/maker.ts'
import type { Market } from '../makers/market.ts'
import { makePrice, type PriceDeps } from './create-quote.ts'
import { requireRoute } from './route-checks.ts'

/** US dollars. */
const trialUsd = 100n

/**
 * Asks a maker for one quote, which nobody can take.
 * @returns why its answer is no good one, or why it cannot be asked now.
 */
export function makeTryMaker(deps: PriceDeps & { market: Pick<Market, 'tryOut'> }) {
  const price = makePrice(deps)

  async function tryOn(maker: Maker, { source, destination }: RouteConfig): Promise<string | undefined> {
    const { sourceAsset } = requireRoute(deps.network, source, destination)
    const value = trialAmount(sourceAsset, await deps.prices.price(sourceAsset))
    const given = { side: 'source', value } as const
    const { own, route, judge } = await price({ sourceAsset: source, destinationAsset: destination, amount: given })
    return deps.market.tryOut(maker, own, route, { ...judge, given })
  }

  return async (maker: Maker): Promise<string | undefined> => {
    const { routes } = deps.network.network
    const found = routes.find(({ source, destination }) => isRouteOf(deps, maker, source, destination))
    if (found === undefined) return 'it has addresses for no route of this orderbook'
    return tryOn(maker, found).catch((error: unknown) => {
      if (error instanceof AppError) return error.message.replace(/\.$/, '')
      throw error
    })
  }
}

function isRouteOf({ network }: PriceDeps, maker: Maker, source: string, destination: string): boolean {
  const { sourceChain, destinationChain } = requireRoute(network, source, destination)
  return tradesOn(maker, { source, destination, sourceChain: sourceChain.chain, escrowChain: destinationChain.chain })
}

/** Base units, within the asset's bounds. */
function trialAmount({ decimals, min_amount, max_amount }: AssetConfig, price: string): bigint {
  const perToken = parseDecimal(price)
  const worth = perToken === 0n ? 0n : (trialUsd * decimalScale * 10n ** BigInt(decimals)) / perToken
  const [least, most] = [BigInt(min_amount), BigInt(max_amount)]
  return worth < least ? least : worth > most ? most : worth
}
