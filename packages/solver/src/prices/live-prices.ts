import type { PricedAsset, PriceFeed } from '@tandem/chain/prices'
import type { Logger } from '@tandem/service-kit'

/** US dollars per token, as a decimal string; undefined while there is no price that is fresh enough. */
export type PriceOf = (asset: PricedAsset) => string | undefined

export interface LivePrices {
  priceOf: PriceOf
  /** Asks the feed about every asset, and remembers what it said. Never rejects. */
  refresh(): Promise<void>
  /** The ids of the assets that have no fresh price. */
  stale(): readonly string[]
}

export interface LivePricesOptions {
  feed: PriceFeed
  assets: readonly PricedAsset[]
  /**
   * Milliseconds for which a price may be used after it was read, because a feed that hangs says nothing. The feed itself bounds the age
   * of what it answers.
   */
  keptMs: number
  /** In unix milliseconds. */
  now: () => number
  logger: Pick<Logger, 'warn' | 'info'>
}

/**
 * Keeps prices at hand: a quote has to be answered within some hundred milliseconds, so prices are read ahead. A price
 * that cannot be read is forgotten at once.
 */
export function makeLivePrices({ feed, assets, keptMs, now, logger }: LivePricesOptions): LivePrices {
  const known = new Map<string, { price: string; at: number }>()
  /** Assets whose stale price was logged already, so that it is not logged at every reading. */
  const toldStale = new Set<string>()

  const priceOf: PriceOf = ({ asset }) => {
    const found = known.get(asset)
    return found === undefined || now() - found.at > keptMs ? undefined : found.price
  }

  async function read(one: PricedAsset): Promise<void> {
    const { asset } = one
    const at = now()
    try {
      known.set(asset, { price: await feed.price(one), at })
      if (toldStale.delete(asset)) logger.info('price.fresh', { asset })
    } catch (error) {
      known.delete(asset)
      if (!toldStale.has(asset))
        logger.warn('price.stale', { asset, reason: error instanceof Error ? error.message : 'unknown' })
      toldStale.add(asset)
    }
  }

  return {
    priceOf,
    refresh: async () => void (await Promise.all(assets.map(read))),
    stale: () => assets.flatMap((one) => (priceOf(one) === undefined ? [one.asset] : [])),
  }
}
