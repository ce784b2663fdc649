import type { Sql } from '@tandem/service-kit'
import type { OrderFilter } from '../usecases/ports.ts'
import { firstMatches, makeParams, type Params } from './order-filter.ts'
import { firstChangedSince, lastChangedUntil } from './order-lateness.ts'

/**
 * The filter with the times between which all its matches were created, as the indexes of its single values tell: orders
 * of an address that left, or of an asset that was delisted, then need no walk past all newer orders. Undefined: none
 * matches. It may be asked a statement ahead of the list, because an order that comes or changes in between is news
 * that the list need not have.
 */
export async function narrowed(db: Sql, filter: OrderFilter): Promise<OrderFilter | undefined> {
  const params = makeParams()
  const spans = spansOf(filter, params)
  if (spans.length === 0) return filter
  type Span = { first: Date | null; last: Date | null; is_any: boolean }
  const [span] = await db.query<Span>(
    `SELECT max(first) AS first, min(last) AS last, bool_and(first IS NOT NULL) AS is_any FROM (
       ${spans.map((select) => `(SELECT min(first) AS first, max(last) AS last FROM (${select}) of_value)`).join(' UNION ALL ')}) spans`,
    params.values,
  )
  if (span?.is_any !== true || span.first === null || span.last === null || span.first > span.last) return undefined
  // Times are stored in milliseconds, and a filter's times are not of the match themselves.
  const after = new Date(span.first.getTime() - 1)
  const before = new Date(span.last.getTime() + 1)
  const { createdAfter = after, createdBefore = before } = filter
  return {
    ...filter,
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
export async function narrowedByChange(db: Sql, filter: OrderFilter, mostRead = mostLateRead): Promise<OrderFilter> {
  if (filter.updatedAfter === undefined) return filter
  const [row] = await db.query<{ first: Date | null }>(firstChangedSince('$1', mostRead), [filter.updatedAfter])
  if (row?.first == null) return filter
  const after = new Date(row.first.getTime() - 1)
  const { createdAfter = after } = filter
  return { ...filter, createdAfter: after > createdAfter ? after : createdAfter }
}

/** The first matches are read of so many times a page's orders, because some of them changed late. */
const pagesRead = 2

/**
 * The filter with the time before which all matches of a page by `updated_at`, oldest first, were created. Orders are
 * created before they change: among any matches that are as many as the page's, the last change is not before the page's.
 *
 * @param page.after the time of the place to go on after.
 * @returns undefined where that is not known. The filter leaves out matches that changed after `until`.
 */
export async function narrowedByPage(
  db: Sql,
  filter: OrderFilter,
  { after, limit }: { after: Date | undefined; limit: number },
): Promise<{ filter: OrderFilter; until: Date } | undefined> {
  const params = makeParams()
  const { createdAfter = after, createdBefore } = filter
  // Nearly all that were created after that place follow it.
  const since = after !== undefined && createdAfter !== undefined && after > createdAfter ? after : createdAfter
  const range = { sort: 'created_at', direction: 'asc', after: undefined, only: undefined } as const
  const first = firstMatches({ ...filter, createdAfter: since }, params, { ...range, limit: limit * pagesRead })
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

const extremes = 'SELECT min(created_at) AS first, max(created_at) AS last FROM'

/** For each filter that has an index in the order of creation: first and last match, of each of its values. */
function spansOf(filter: OrderFilter, { add }: Params): string[] {
  const spans: string[] = []
  const every = (value: unknown, select: (placeholder: string) => string) => {
    if (value !== undefined) spans.push(select(add(value)))
  }
  const orders = (condition: string) => `${extremes} orders WHERE ${condition}`
  every(
    filter.statuses,
    (p) => `SELECT s.* FROM unnest(${p}::text[]) status, LATERAL (${orders('orders.status = status')}) s`,
  )
  every(filter.userId, (p) => orders(`user_id = ${p}`))
  every(filter.sourceChain, (p) => orders(`source_chain = ${p}`))
  every(filter.destChain, (p) => orders(`split_part(dest_asset, ':', 1) = ${p}`))
  every(filter.hubChain, (p) => orders(`hub_asset IS NOT NULL AND dest_chain = ${p}`))
  every(filter.hubAsset, (p) => orders(`hub_asset = ${p}`))
  every(filter.asset, (p) => unionAll(['source_asset', 'dest_asset'].map((column) => orders(`${column} = ${p}`))))
  every(filter.address, (p) =>
    unionAll(['creator', 'recipient', 'swap_id'].map((column) => `${extremes} intents WHERE ${column} = ${p}`)),
  )
  return spans
}

const unionAll = (selects: readonly string[]) => selects.map((select) => `(${select})`).join(' UNION ALL ')
