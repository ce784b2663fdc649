import type { AssetConfig, RouteWire } from '@tandem/contracts'

/** The smallest and the largest amount of one swap, in base units of the source asset. */
export interface Limits {
  min: bigint
  max: bigint
}

/**
 * Returns the limits of a route: those that the orderbook gives at the current price, as far as they are within the asset's
 * limits in the network file. When the orderbook gives none that make sense, the limits of the network file hold.
 * @param route as the orderbook lists it.
 */
export function limitsOf(
  asset: Pick<AssetConfig, 'min_amount' | 'max_amount'>,
  route: { limits?: Partial<RouteWire['limits']> } | undefined,
): Limits {
  const pinned = { min: BigInt(asset.min_amount), max: BigInt(asset.max_amount) }
  const min = baseUnits(route?.limits?.min_source_amount)
  const max = baseUnits(route?.limits?.max_source_amount)
  if (min === undefined || max === undefined || min > max) return pinned
  const live = {
    min: min > pinned.min ? min : pinned.min,
    max: max < pinned.max ? max : pinned.max,
  }
  return live.min > live.max ? pinned : live
}

const baseUnits = (text: unknown): bigint | undefined =>
  typeof text === 'string' && /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
