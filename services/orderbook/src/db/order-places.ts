import type { Sql } from '@tandem/service-kit'
import type { OrderFilter } from '../usecases/ports.ts'
import {
  addressColumnsOf,
  assetColumnsOf,
  createdWithin,
  makeParams,
  type NarrowFilter,
  type Params,
  triedOf,
} from './order-filter.ts'

/** Where an index holds the orders of a filter's value by the time of their creation. */
export interface Place {
  readonly of: keyof OrderFilter
  /** A name: of the column, where the value may stand in several. */
  readonly place: string
  readonly table: 'orders' | 'intents'
  readonly condition: string
}

/** All places of the filter's values, those first of which an order has the most different ones. */
export function placesOf(filter: NarrowFilter, { add }: Params): Place[] {
  const places: Place[] = []
  const every = (of: keyof OrderFilter, condition: (placeholder: string) => string) => {
    if (filter[of] !== undefined) places.push({ of, place: of, table: 'orders', condition: condition(add(filter[of])) })
  }
  const anyOf = (of: 'asset' | 'address', table: Place['table'], columns: readonly string[]) => {
    if (filter[of] === undefined) return
    const given = add(filter[of])
    for (const place of columns) places.push({ of, place, table, condition: `${place} = ${given}` })
  }
  every('userId', (p) => `user_id = ${p}`)
  anyOf('address', 'intents', addressColumnsOf(filter))
  every('hubAsset', (p) => `hub_asset = ${p}`)
  anyOf('asset', 'orders', assetColumnsOf(filter))
  for (const [index, status] of (filter.statuses ?? []).entries())
    places.push({ of: 'statuses', place: `status ${index}`, table: 'orders', condition: `status = ${add(status)}` })
  every('hubChain', (p) => `hub_asset IS NOT NULL AND dest_chain = ${p}`)
  every('sourceChain', (p) => `source_chain = ${p}`)
  every('destChain', (p) => `split_part(dest_asset, ':', 1) = ${p}`)
  return places
}

/** Identifiers of the orders in a place, between the filter's times of creation: so many at most, the oldest first. */
function oldestIn({ table, condition }: Place, filter: NarrowFilter, params: Params, most: number): string {
  const where = [condition, ...createdWithin(filter, params)('created_at')].join(' AND ')
  return `SELECT order_id FROM ${table} WHERE ${where} ORDER BY created_at, order_id LIMIT ${most}`
}

/** The identifiers of matches among the oldest orders of one value: so many at most of each place where it may stand. */
export function matchesAmong(of: keyof OrderFilter, filter: NarrowFilter, params: Params, most: number): string {
  const { assetIn, addressIn } = filter
  const alone: NarrowFilter = { [of]: filter[of], ...(assetIn && { assetIn }), ...(addressIn && { addressIn }) }
  const oldest = placesOf(alone, params)
    .map((place) => `(${oldestIn(place, filter, params, most)})`)
    .join(' UNION ')
  const { condition, join } = triedOf(filter, params)
  // With the offset PostgreSQL reads these orders one by one, and not all orders of the other values to look for these.
  return `SELECT o.order_id FROM (${oldest}) oldest
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.order_id = oldest.order_id OFFSET 0) o ${join} WHERE ${condition}`
}

/**
 * The filter that so many orders at most match by its value alone, and the fewest: each of them can be tried. PostgreSQL's
 * statistics do not tell, because they know no value's orders at some time.
 */
export async function rarestOf(db: Sql, filter: NarrowFilter, most: number): Promise<keyof OrderFilter | undefined> {
  const params = makeParams()
  const countIn = (place: Place) =>
    `(SELECT '${place.of}' AS of, count(*)::float8 AS count FROM (${oldestIn(place, filter, params, most + 1)}) few)`
  const selects = placesOf(filter, params).map(countIn)
  if (selects.length === 0) return undefined
  const counted = await db.query<{ of: keyof OrderFilter; count: number }>(selects.join(' UNION ALL '), params.values)
  const counts = new Map<keyof OrderFilter, number>()
  for (const { of, count } of counted) counts.set(of, (counts.get(of) ?? 0) + count)
  const [rarest] = [...counts].toSorted(([, one], [, other]) => one - other)
  return rarest !== undefined && rarest[1] <= most ? rarest[0] : undefined
}
