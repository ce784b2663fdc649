import type { AssetConfig } from '@tandem/contracts'
import { decimalScale, parseDecimal } from '../domain/decimal.ts'
import type { Maker } from '../makers/domain/maker.ts'
import { tradesOn } from '../makers/domain/maker.ts'
import type { Market } from '../makers/market.ts'
import { makePrice, type PriceDeps } from './create-quote.ts'
import { requireRoute } from './route-checks.ts'

/** US dollars. */
const trialUsd = 100n

/**
 * Asks a maker for one quote, which nobody can take.
 * @returns why its answer is no good one.
 */
export function makeTryMaker(deps: PriceDeps & { market: Pick<Market, 'tryOut'> }) {
  const price = makePrice(deps)
  return async (maker: Maker): Promise<string | undefined> => {
    const found = deps.network.network.routes.find(({ source, destination }) =>
      isRouteOf(deps, maker, source, destination),
    )
    if (found === undefined) return 'it has addresses for no route of this orderbook'
    const { sourceAsset } = requireRoute(deps.network, found.source, found.destination)
    const value = trialAmount(sourceAsset, await deps.prices.price(sourceAsset))
    const amount = { side: 'source', value } as const
    const { own, route, judge } = await price({
      sourceAsset: found.source,
      destinationAsset: found.destination,
      amount,
    })
    return deps.market.tryOut(maker, own, route, { ...judge, given: amount })
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
