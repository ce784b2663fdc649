import type { Sql } from '@tandem/service-kit'
import type { OrderFilter } from '../usecases/ports.ts'
import { eventsToFold, orderOfEvent } from './counting.ts'
import { type AssetColumn, assetColumnsOf, type NarrowFilter } from './order-filter.ts'

/** The assets of an order: given, and asked for. */
export type RouteAssets = Readonly<Record<AssetColumn, string>>

/** Every route of an order: the roll-ups keep them, and the outbox holds the orders that the roll-ups do not yet. */
const routes = `
SELECT source_asset, dest_asset FROM stats_pairs
UNION
SELECT o.source_asset, o.dest_asset FROM (${eventsToFold}) e ${orderOfEvent}
WHERE e.type = 'order.created'`

/** Each asset that orders have asked for is looked for by itself: so many at most. */
const mostDestAssets = 8

/**
 * The filter with the columns of its asset in which the route of some order allows its chains. Each of two values may have
 * millions of orders that would all be read to find that none has both: the same chain on both sides. With an address the
 * filter has the assets on its `destChain`, too: the index of that chain has no column to see it in, so that the row of each
 * of its orders would be read.
 *
 * @returns undefined when no order has such a route.
 */
export async function narrowedByRoutes(db: Sql, filter: OrderFilter): Promise<NarrowFilter | undefined> {
  const { asset, sourceChain, destChain, address } = filter
  const isOfChainAndAddress = destChain !== undefined && address !== undefined
  if ([asset, sourceChain, destChain].filter((one) => one !== undefined).length < 2 && !isOfChainAndAddress)
    return filter
  return onRoutes(filter, await db.query<RouteAssets>(routes, []))
}

const isOn = (chain: string | undefined, asset: string) => chain === undefined || asset.startsWith(`${chain}:`)

/** The same, of these routes. */
export function onRoutes(filter: OrderFilter, routes: readonly RouteAssets[]): NarrowFilter | undefined {
  const { asset, sourceChain, destChain, address } = filter
  const onChains = routes.filter((route) => isOn(sourceChain, route.source_asset) && isOn(destChain, route.dest_asset))
  if (asset === undefined) {
    if (onChains.length === 0) return undefined
    const destAssets = [...new Set(onChains.map((route) => route.dest_asset))]
    const areFew = destChain !== undefined && address !== undefined && destAssets.length <= mostDestAssets
    return areFew ? { ...filter, destAssets } : filter
  }
  const assetIn = assetColumnsOf(filter).filter((column) => onChains.some((route) => route[column] === asset))
  return assetIn.length === 0 ? undefined : { ...filter, assetIn }
}
