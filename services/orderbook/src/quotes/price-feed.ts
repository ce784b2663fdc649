import { NoPriceError, type PriceFeed as SharedPriceFeed } from '@tandem/chain/prices'
import { AppError } from '@tandem/service-kit'
import type { PriceFeed } from './ports.ts'

/**
 * The price feed that the solver uses as well. When a price is missing, it throws the error that
 * this service answers.
 */
export const refusingPriceFeed = ({ price }: SharedPriceFeed): PriceFeed => ({
  price: (asset) =>
    price(asset).catch((error: unknown) => {
      if (!(error instanceof NoPriceError)) throw error
      throw new AppError('PRICE_UNAVAILABLE', error.message, { cause: error.cause })
    }),
})
