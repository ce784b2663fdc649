import { AppError } from '@tandem/service-kit'
import type { PriceFeed } from '../usecases/ports.ts'

/** US dollars per token, by asset id or symbol. */
export function makeStaticPriceFeed(prices: Readonly<Record<string, string>>): PriceFeed {
  return {
    price: async ({ asset, symbol }) => {
      const price = prices[asset] ?? prices[symbol]
      if (price === undefined) throw new AppError('PRICE_UNAVAILABLE', `There is no price for ${asset}.`)
      return price
    },
  }
}
