import { type AssetConfig, amountSchema, assetIdSchema, chainOfAsset, decimalSchema, z } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { Address } from 'viem'
import { valueUsd } from '../domain/profit.ts'
import type { Exposure } from '../domain/risk.ts'
import type { Sides } from '../orders/sides.ts'
import type { PriceOf } from '../prices/live-prices.ts'
import { nativeOf } from '../prices/native-of.ts'

const vaultSchema = z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value))
const sideSchema = z.strictObject({
  vault: vaultSchema,
  asset: assetIdSchema,
  decimals: z.int().min(0),
  amount: amountSchema,
})

/**
 * What the solver remembers of an order from before its first funding until it is settled. US dollars per token are those of that
 * moment, by asset id: what an order earned does not depend on when somebody counts it.
 */
export const fundedOrderSchema = z.strictObject({
  order_id: z.string().max(64),
  quote_id: z.string().max(64),
  source: sideSchema,
  destination: sideSchema,
  prices: z.record(z.string(), decimalSchema),
})
export type FundedOrder = z.output<typeof fundedOrderSchema>

/**
 * What is remembered of an order; `undefined` when it names an asset that the network does not list. No such order is
 * funded.
 */
export function fundedOrderOf(
  { order_id, quote_id, source_intent, destination_intent }: Order,
  { source, destination }: Sides,
  { assets, priceOf }: { assets: readonly AssetConfig[]; priceOf: PriceOf | undefined },
): FundedOrder | undefined {
  const assetOf = (name: string) => assets.find(({ asset }) => asset === name)
  const [from, to] = [assetOf(source_intent.asset), assetOf(destination_intent.asset)]
  if (from === undefined || to === undefined) return undefined
  const priced = [from, to, nativeOf(source.chain.config), nativeOf(destination.chain.config)]
  const prices = priced.flatMap((one) => {
    const price = priceOf?.(one)
    return price === undefined ? [] : [[one.asset, price]]
  })
  const sideOf = ({ asset, decimals }: AssetConfig, { vault, terms }: Sides['source']) => ({
    vault,
    asset,
    decimals,
    amount: String(terms.amount),
  })
  return {
    order_id,
    quote_id,
    source: sideOf(from, source),
    destination: sideOf(to, destination),
    prices: Object.fromEntries(prices),
  }
}

/** Names the assets by id and by the symbols that the network gives them. */
export function exposureOf(
  {
    source,
    destination,
    prices,
  }: Pick<FundedOrder, 'prices'> &
    Record<'source' | 'destination', { asset: string }> & {
      destination: { amount: string; decimals: number }
    },
  assets: readonly AssetConfig[],
): Exposure {
  const ids = [source.asset, destination.asset]
  const symbols = ids.flatMap((id) => assets.find(({ asset }) => asset === id)?.symbol ?? [])
  const price = prices[destination.asset]
  const { amount, decimals } = destination
  return {
    assets: [...new Set([...ids, ...symbols])],
    chains: [...new Set(ids.map(chainOfAsset))],
    usd: price === undefined ? undefined : valueUsd({ amount: BigInt(amount), decimals, price }, 'up'),
  }
}
