import type { Sql } from '@tandem/service-kit'
import type { OrderFilter } from '../usecases/ports.ts'
import { commonSpan, type Span } from './common-span.ts'
import {
  addressColumnsOf,
  assetColumnsOf,
  earliest,
  firstMatches,
  latest,
  makeParams,
  type NarrowFilter,
  type Params,
} from './order-filter.ts'
import { firstChangedSince, lastChangedUntil } from './order-lateness.ts'
import { matchesAmong, type Place, placesOf } from './order-places.ts'
import { narrowedByRoutes } from './order-routes.ts'

/**
 * The filter with the times between which all its matches were created, as the indexes of its single values tell. It also has the
 * columns in which an order of those times has the filter's asset or address, and for each of these columns the times between
 * which its orders were created. A list of an address that left, or of an asset that was delisted, then passes no newer orders.
 *
 * It may be asked a statement ahead of the list, because an order that comes or changes in between is news that the list need
 * not have.
 *
 * @returns undefined when no order matches.
 */
export async function narrowed(db: Sql, filter: OrderFilter): Promise<NarrowFilter | undefined> {
  const ofRoutes = await narrowedByRoutes(db, filter)
  if (ofRoutes === undefined) return undefined
  const params = makeParams()
  const places = placesOf(ofRoutes, params)
  if (places.length === 0) return ofRoutes
  const spanOf = ({ of, place, table, condition }: Place) =>
    `(SELECT '${of}' AS of, '${place}' AS place, min(created_at) AS first, max(created_at) AS last FROM ${table} WHERE ${condition})`
  const common = commonSpan(await db.query<Span>(places.map(spanOf).join(' UNION ALL '), params.values))
  if (common === undefined) return undefined
  const { after, before } = around(common)
  const isLeft = (column: string) => common.places.has(column)
  return {
    ...ofRoutes,
    ...(filter.asset !== undefined && { assetIn: assetColumnsOf(ofRoutes).filter(isLeft) }),
    ...(filter.address !== undefined && { addressIn: addressColumnsOf(ofRoutes).filter(isLeft) }),
    createdIn: Object.fromEntries([...common.places].map(([place, span]) => [place, around(span)])),
    createdAfter: latest(after, ofRoutes.createdAfter),
    createdBefore: earliest(before, ofRoutes.createdBefore),
  }
}

/** Times are stored in milliseconds, and a filter's times are not of the match themselves. */
const around = ({ first, last }: { first: Date; last: Date }) => ({
  after: new Date(first.getTime() - 1),
  before: new Date(last.getTime() + 1),
})

/** So many late orders of a class are read, to learn when the first of them was created. */
const mostLateRead = 1_000

/**
 * The filter with the time after which all orders were created that changed after its `updatedAfter`: a list that begins
 * with the oldest ones then need not pass all that have long been left alone.
 */
export async function narrowedByChange(db: Sql, filter: NarrowFilter, mostRead = mostLateRead): Promise<NarrowFilter> {
  if (filter.updatedAfter === undefined) return filter
  const [row] = await db.query<{ first: Date | null }>(firstChangedSince('$1', mostRead), [filter.updatedAfter])
  if (row?.first == null) return filter
  return { ...filter, createdAfter: latest(new Date(row.first.getTime() - 1), filter.createdAfter) }
}

/** The first matches are read of so many times a page's orders, because some of them changed late. */
const pagesRead = 2

/** So many of the oldest orders of a value are tried for the other filters: first a few, and more where too few of them match. */
const triedAtOnce = [200, 2_000]

/**
 * The filter with the time before which all matches of a page by `updated_at`, oldest first, were created. Orders are
 * created before they change: among any matches that are as many as the page's, the last change is not before the page's.
 *
 * @param page.after the time of the place to go on after.
 * @param page.among of several filters, the one among whose oldest orders matches are looked for: the first matches of two
 *   may lie far from each other.
 * @returns undefined where that is not known. The filter leaves out matches that changed after `until`.
 */
export async function narrowedByPage(
  db: Sql,
  filter: NarrowFilter,
  { after, limit, among }: { after: Date | undefined; limit: number; among?: keyof OrderFilter | undefined },
): Promise<{ filter: NarrowFilter; until: Date } | undefined> {
  // Nearly all that were created after that place follow it.
  const sinceThen = { ...filter, createdAfter: latest(after, filter.createdAfter) }
  const range = { sort: 'created_at', direction: 'asc', after: undefined, only: undefined } as const
  const firsts =
    among === undefined
      ? [(params: Params) => firstMatches(sinceThen, params, { ...range, limit: limit * pagesRead })]
      : triedAtOnce.map((most) => (params: Params) => matchesAmong(among, sinceThen, params, most))
  for (const first of firsts) {
    const end = await endOfPage(db, first, { after, limit })
    if (end === undefined) continue
    if (end.last === null) return undefined
    const createdBefore = earliest(new Date(end.last.getTime() + 1), filter.createdBefore)
    return { filter: { ...filter, createdBefore }, until: end.until }
  }
  return undefined
}

/**
 * When the last order of a page changed, and a time after which no order was created that changed until then: null where
 * that is not known. Undefined where these matches are fewer than the page's.
 */
async function endOfPage(
  db: Sql,
  matches: (params: Params) => string,
  { after, limit }: { after: Date | undefined; limit: number },
): Promise<{ until: Date; last: Date | null } | undefined> {
  const params = makeParams()
  const found = matches(params)
  const beyond = after === undefined ? '' : `AND o.updated_at > ${params.add(after)}`
  const [row] = await db.query<{ until: Date; last: Date | null }>(
    `SELECT page.until, created.last
     FROM (SELECT o.updated_at AS until FROM orders o WHERE o.order_id IN (${found}) ${beyond}
       ORDER BY o.updated_at OFFSET ${limit - 1} LIMIT 1) page,
       LATERAL (${lastChangedUntil('page.until', mostLateRead)}) created`,
    params.values,
  )
  return row
}
