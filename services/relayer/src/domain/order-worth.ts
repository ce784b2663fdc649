import { type OrderWire, usdValue } from '@tandem/contracts'

/** An asset of the network file, as far as the worth of an order needs it. */
export interface PricedAsset {
  readonly asset: string
  readonly decimals: number
  /** US dollars per whole token that the operator does not expect to be exceeded. */
  readonly usd_price_ceiling: string | null
}

/** What of an order its worth depends on: amounts that both vaults are checked to hold, never a price that it names. */
export type PricedOrder = {
  readonly [Side in 'source_intent' | 'destination_intent']: Pick<OrderWire[Side], 'asset' | 'amount'>
}

/**
 * The most that an order can be worth, in US dollars: the dearer of its two sides at the operator's own price ceilings.
 * It decides how deep the order's facts must stand.
 *
 * @returns `undefined` when an asset is not listed or has no ceiling, which counts as more than any step.
 */
export function highestWorthUsd(assets: readonly PricedAsset[], order: PricedOrder): number | undefined {
  const worths = [order.source_intent, order.destination_intent].map(({ asset: name, amount }) => {
    const asset = assets.find((one) => one.asset === name)
    if (asset?.usd_price_ceiling == null) return undefined
    return Number(usdValue(BigInt(amount), asset.decimals, asset.usd_price_ceiling))
  })
  return worths.reduce((most, worth) => (most === undefined || worth === undefined ? undefined : Math.max(most, worth)))
}
