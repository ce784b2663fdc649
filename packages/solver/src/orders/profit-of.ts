import type { AssetConfig } from '@tandem/contracts'
import type { Intent, Order } from '@tandem/sdk'
import { askGasPrice } from '../chain/ask-fees.ts'
import { claimGas, fundingGas, profitBips, type Valued } from '../domain/profit.ts'
import type { PriceOf } from '../prices/live-prices.ts'
import { nativeOf } from '../prices/native-of.ts'
import type { Side, Sides } from './sides.ts'

/**
 * Answers what an order earns after gas, in hundredths of a percent; `undefined` without a fresh price of each token.
 */
export type ProfitOf = (order: Order, sides: Sides) => Promise<number | undefined>

export function makeProfitOf(assets: readonly AssetConfig[], priceOf: PriceOf | undefined): ProfitOf {
  return async ({ source_intent, destination_intent }, { source, destination }) => {
    if (priceOf === undefined) return undefined
    const income = valued(source_intent)
    const payout = valued(destination_intent)
    const fees = await Promise.all([feeOf(source, claimGas), feeOf(destination, fundingGas)])
    if (income === undefined || payout === undefined || fees.includes(undefined)) return undefined
    return profitBips({ income, payout, fees: fees.filter((fee) => fee !== undefined) })
  }

  function valued({ asset: name, amount }: Intent): Valued | undefined {
    const asset = assets.find((one) => one.asset === name)
    const price = asset && priceOf?.(asset)
    return asset === undefined || price === undefined
      ? undefined
      : { amount: BigInt(amount), decimals: asset.decimals, price }
  }

  async function feeOf({ chain }: Side, gas: bigint): Promise<Valued | undefined> {
    const price = priceOf?.(nativeOf(chain.config))
    if (price === undefined) return undefined
    return { amount: gas * (await askGasPrice(chain)), decimals: 18, price }
  }
}
