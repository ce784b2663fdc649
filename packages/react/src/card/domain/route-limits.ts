import type { AssetConfig, RouteWire } from '@tandem/contracts'

/** The amounts that can be swapped at once, in base units of the source asset. */
export interface Limits {
  least: bigint
  most: bigint
}

/**
 * The limits of a route at the price of now, and never beyond those that the deployment pins for the asset.
 *
 * @param route the orderbook's word. A limit that cannot be read counts as not said.
 */
export function limitsOf(
  { min_amount: min, max_amount: max }: Pick<AssetConfig, 'min_amount' | 'max_amount'>,
  route: { limits?: Partial<RouteWire['limits']> } | undefined,
): Limits {
  const pinned = { least: BigInt(min), most: BigInt(max) }
  const least = baseUnits(route?.limits?.min_source_amount)
  const most = baseUnits(route?.limits?.max_source_amount)
  if (least === undefined || most === undefined || least > most) return pinned
  const live = {
    least: least > pinned.least ? least : pinned.least,
    most: most < pinned.most ? most : pinned.most,
  }
  return live.least > live.most ? pinned : live
}

const baseUnits = (text: unknown): bigint | undefined =>
  typeof text === 'string' && /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
