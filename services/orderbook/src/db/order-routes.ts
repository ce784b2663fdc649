import type { Sql } from '@tandem/service-kit'
import type { OrderFilter } from '../usecases/ports.ts'
import { eventsToFold } from './counting.ts'
import { type AssetColumn, assetColumnsOf, type NarrowFilter } from './order-filter.ts'

/** The assets of an order: given, and asked for. */
export type RouteAssets = Readonly<Record<AssetColumn, string>>

/** Every route of an order: the roll-ups keep them, and the outbox holds the orders that the roll-ups do not yet. */
const routes = `
SELECT source_asset, dest_asset FROM stats_pairs
UNION
SELECT o.source_asset, o.dest_asset FROM (${eventsToFold}) e JOIN orders o ON o.order_id = e.order_id
WHERE e.type = 'order.created'`

/**
 * The filter with the columns of its asset in which the route of some order allows its chains. Each of two values may have
 * millions of orders that would all be read to find that none has both: the same chain on both sides.
 *
 * @returns undefined when no order has such a route.
 */
export async function narrowedByRoutes(db: Sql, filter: OrderFilter): Promise<NarrowFilter | undefined> {
  const { asset, sourceChain, destChain } = filter
  if ([asset, sourceChain, destChain].filter((one) => one !== undefined).length < 2) return filter
  return onRoutes(filter, await db.query<RouteAssets>(routes, []))
}

const isOn = (chain: string | undefined, asset: string) => chain === undefined || asset.startsWith(`${chain}:`)

/** The same, of these routes. */
export function onRoutes(filter: OrderFilter, routes: readonly RouteAssets[]): NarrowFilter | undefined {
  const { asset, sourceChain, destChain } = filter
  const onChains = routes.filter((route) => isOn(sourceChain, route.source_asset) && isOn(destChain, route.dest_asset))
  if (asset === undefined) return onChains.length === 0 ? undefined : filter
  const assetIn = assetColumnsOf(filter).filter((column) => onChains.some((route) => route[column] === asset))
  return assetIn.length === 0 ? undefined : { ...filter, assetIn }
}
