import { AppError } from '@tandem/service-kit'
import type { PriceFeed } from '../usecases/ports.ts'

/** Prices from the configuration, by asset id or by symbol: US dollars per whole token. */
export function makeStaticPriceFeed(prices: Readonly<Record<string, string>>): PriceFeed {
  return {
    price: async ({ asset, symbol }) => {
      const price = prices[asset] ?? prices[symbol]
      if (price === undefined) throw new AppError('PRICE_UNAVAILABLE', `There is no price for ${asset}.`)
      return price
    },
  }
}
