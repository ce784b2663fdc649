import { NoPriceError, type PriceFeed } from './price-feed.ts'

/**
 * Fixed prices in US dollars per token, by asset id or symbol. They never grow old, so they suit tests, and tokens
 * without value.
 */
export function makeFixedPriceFeed(prices: Readonly<Record<string, string>>): PriceFeed {
  return {
    price: async ({ asset, symbol }) => {
      const price = prices[asset] ?? prices[symbol]
      if (price === undefined) throw new NoPriceError(`There is no price for ${asset}.`)
      return price
    },
  }
}
