import type { Sql } from '@tandem/service-kit'
import type { OrderFilter } from '../usecases/ports.ts'
import { commonSpan, type Span } from './common-span.ts'
import { addressColumnsOf, assetColumnsOf, firstMatches, makeParams, type NarrowFilter } from './order-filter.ts'
import { firstChangedSince, lastChangedUntil } from './order-lateness.ts'
import { matchesAmong, type Place, placesOf } from './order-places.ts'
import { narrowedByRoutes } from './order-routes.ts'

/**
 * The filter with the times between which all its matches were created, as the indexes of its single values tell, and with
 * the columns that its asset or address may stand in at those times: orders of an address that left, or of an asset that
 * was delisted, then need no walk past all newer orders. Undefined: none matches. It may be asked a statement ahead of the
 * list, because an order that comes or changes in between is news that the list need not have.
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
  // Times are stored in milliseconds, and a filter's times are not of the match themselves.
  const after = new Date(common.first.getTime() - 1)
  const before = new Date(common.last.getTime() + 1)
  const { createdAfter = after, createdBefore = before } = ofRoutes
  const isLeft = (column: string) => common.places.has(column)
  return {
    ...ofRoutes,
    ...(filter.asset !== undefined && { assetIn: assetColumnsOf(ofRoutes).filter(isLeft) }),
    ...(filter.address !== undefined && { addressIn: addressColumnsOf(ofRoutes).filter(isLeft) }),
    createdAfter: after > createdAfter ? after : createdAfter,
    createdBefore: before < createdBefore ? before : createdBefore,
  }
}

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
  const after = new Date(row.first.getTime() - 1)
  const { createdAfter = after } = filter
  return { ...filter, createdAfter: after > createdAfter ? after : createdAfter }
}

/** The first matches are read of so many times a page's orders, because some of them changed late. */
const pagesRead = 2

/** So many of the oldest orders of a value are tried for the other filters. */
const mostTried = 2_000

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
  const params = makeParams()
  const { createdAfter = after, createdBefore } = filter
  // Nearly all that were created after that place follow it.
  const since = after !== undefined && createdAfter !== undefined && after > createdAfter ? after : createdAfter
  const range = { sort: 'created_at', direction: 'asc', after: undefined, only: undefined } as const
  const sinceThen = { ...filter, createdAfter: since }
  const first =
    among === undefined
      ? firstMatches(sinceThen, params, { ...range, limit: limit * pagesRead })
      : matchesAmong(among, sinceThen, params, mostTried)
  const beyond = after === undefined ? '' : `AND o.updated_at > ${params.add(after)}`
  const [row] = await db.query<{ until: Date; last: Date | null }>(
    `SELECT page.until, created.last
     FROM (SELECT o.updated_at AS until FROM orders o WHERE o.order_id IN (${first}) ${beyond}
       ORDER BY o.updated_at OFFSET ${limit - 1} LIMIT 1) page,
       LATERAL (${lastChangedUntil('page.until', mostLateRead)}) created`,
    params.values,
  )
  if (row?.last == null) return undefined
  const before = new Date(row.last.getTime() + 1)
  const isEarlier = createdBefore === undefined || before < createdBefore
  return { filter: isEarlier ? { ...filter, createdBefore: before } : filter, until: row.until }
}
