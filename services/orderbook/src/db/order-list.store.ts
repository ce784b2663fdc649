import type { Sql } from '@tandem/service-kit'
import type { OrderFilter, OrderLister, SortField } from '../usecases/ports.ts'
import { changesOf, eventsToFold, statusDeltasOf } from './counting.ts'
import { intentJoins, type OrderRow, orderOf, orderSelect } from './order.rows.ts'
import { conditionOf, firstMatches, isPlain, type ListFilter, makeParams, type Params } from './order-filter.ts'

type ListQuery = Omit<Parameters<OrderLister['list']>[0], 'filter'> & { readonly filter: ListFilter }
export type Statement = { readonly sql: string; readonly params: unknown[] }

/** So many matches at most are sorted, rather than met while orders are walked in the order of the list. */
const mostSorted = 2_000

/**
 * @param gather reads the page only where at most so many orders match, all of which are sorted; `is_few` of each row says
 *   whether it did. By default the page's orders are met in the order of an index.
 */
export function listStatement(query: ListQuery, gather?: number): Statement {
  const { filter, sort, direction, limit, from, upToSeq } = query
  const params = makeParams()
  const after = 'after' in from ? { at: params.add(from.after.at), orderId: params.add(from.after.orderId) } : undefined
  const offset = 'offset' in from ? from.offset : 0
  const only = upToSeq === undefined ? undefined : isNumberedUpTo(sort, params.add(upToSeq))
  const beyond =
    after && `(o.${sort}, o.order_id) ${direction === 'asc' ? '>' : '<'} (${after.at}, ${after.orderId}::uuid)`
  const orderBy = `ORDER BY o.${sort} ${direction}, o.order_id ${direction}`
  // The page's orders first, their intents after: a join before the limit would join every match.
  const pageOf = (matches: string, first?: string) =>
    `SELECT * FROM orders o WHERE ${[`(${matches})`, first, beyond, only].filter((one) => one !== undefined).join(' AND ')}
     ${orderBy} LIMIT ${limit} OFFSET ${offset}`
  if (gather === undefined) {
    const range = { sort, direction, after, limit: limit + offset, only }
    const isWalked = isPlain(filter) || sort === 'updated_at'
    const matches = isWalked ? conditionOf(filter, params) : `o.order_id IN (${firstMatches(filter, params, range)})`
    const isBounded = sort !== 'updated_at' || direction === 'desc' || filter.updatedAfter !== undefined
    const first = isBounded ? undefined : changedSinceFirst(filter, params)
    return { sql: `${withIntents(pageOf(matches, first))} ${orderBy}`, params: params.values }
  }
  const newest = newestMatches(filter, params, gather + 1)
  const rows = withIntents(
    pageOf('(SELECT is_few FROM few) AND o.order_id IN (SELECT order_id FROM matches)'),
    `${orderSelect}, o.${sort}, o.order_id`,
  )
  const sql = `WITH matches AS MATERIALIZED (${newest}), few AS MATERIALIZED (SELECT count(*) <= ${gather} AS is_few FROM matches)
    SELECT few.is_few, o.order_json FROM few LEFT JOIN (${rows}) o ON true ${orderBy}`
  return { sql, params: params.values }
}

/** No match changed before the first of them was made, unless a clock was a day behind. */
const changedSinceFirst = (filter: ListFilter, params: Params): string => {
  const first = firstMatches(filter, params, { sort: 'created_at', direction: 'asc', limit: 1 })
  return `o.updated_at > (SELECT min(created_at) FROM orders WHERE order_id IN (${first})) - interval '1 day'`
}

/** The newest matches, in the order of an index that the filter is read from. */
const newestMatches = (filter: ListFilter, params: Params, limit: number): string =>
  firstMatches(filter, params, {
    sort: filter.updatedAfter === undefined ? 'created_at' : 'updated_at',
    direction: 'desc',
    limit,
  })

/** Selects the orders of a page, `o`, with both their intents. */
const withIntents = (page: string, columns = orderSelect) => `SELECT ${columns} FROM (${page}) o ${intentJoins}`

/** The number, within its order, of the event that an order is in a list by: it came with it, or changed it last. */
const placingEvent = (sort: SortField) => (sort === 'created_at' ? '1' : 'o.last_event_seq')

const isNumberedUpTo = (sort: SortField, seq: string) =>
  `NOT EXISTS (SELECT 1 FROM order_events e WHERE e.order_id = o.order_id AND e.order_seq = ${placingEvent(sort)}
     AND (e.seq IS NULL OR e.seq > ${seq}))`

/** Every event between the two numbers is looked at once, by whoever reads on; few of them stand before the place. */
function lateStatement({ filter, sort, passed, events, limit }: Parameters<OrderLister['listLate']>[0]): Statement {
  const params = makeParams()
  const [after, upTo] = [params.add(events.after), params.add(events.upTo)]
  const place = `(${params.add(passed.at)}::timestamptz, ${params.add(passed.orderId)}::uuid)`
  // The event is as old as what it tells of the order, or older: its own row says so much before the order is read.
  const page = `SELECT e.seq, o.* FROM order_events e JOIN orders o ON o.order_id = e.order_id
    WHERE e.seq > ${after} AND e.seq <= ${upTo} AND e.order_seq = ${placingEvent(sort)}
      AND (e.created_at, e.order_id) <= ${place} AND (o.${sort}, o.order_id) <= ${place}
      AND (${conditionOf(filter, params)})
    ORDER BY e.seq LIMIT ${limit}`
  const sql = `${withIntents(page, `o.seq::float8 AS seq, ${orderSelect}`)} ORDER BY o.seq`
  return { sql, params: params.values }
}

/** Whether an index gives the matches in the order of the list. */
const isInOrderOfIndex = ({ filter, sort }: ListQuery): boolean => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return sort === 'created_at' ? filter.updatedAfter === undefined : given.every(([name]) => name === 'updatedAfter')
}

/** @param most by default so many matches at most are sorted. */
export function makeOrderLister(db: Sql, most = mostSorted): OrderLister {
  return {
    list: async (asked) => {
      const query = { ...asked, filter: await withDriver(db, asked.filter) }
      if (!isInOrderOfIndex(asked)) {
        const { sql, params } = listStatement(query, most)
        const rows = await db.query<{ is_few: boolean; order_json: string | null }>(sql, params)
        if (rows[0]?.is_few === true)
          return rows.flatMap(({ order_json }) => (order_json === null ? [] : [orderOf({ order_json })]))
      }
      const { sql, params } = listStatement(query)
      return (await db.query<OrderRow>(sql, params)).map(orderOf)
    },
    listLate: async (query) => {
      const { sql, params } = lateStatement(query)
      const rows = await db.query<OrderRow & { seq: number }>(sql, params)
      return rows.map((row) => ({ order: orderOf(row), seq: row.seq }))
    },
    count: async (filter, atMost) => {
      const { sql, params } = maintainedCount(filter) ?? cappedCount(await withDriver(db, filter), atMost)
      return (await db.query<{ count: number }>(sql, params))[0]?.count ?? 0
    },
  }
}

/**
 * The filter with what PostgreSQL's statistics say: whether fewer orders have its other values than have its address. The
 * planner takes the two for independent, and would pass a million orders of an address for the first of some asset.
 */
async function withDriver(db: Sql, filter: OrderFilter): Promise<ListFilter> {
  const { address, ...others } = filter
  if (address === undefined || Object.values(others).every((value) => value === undefined)) return filter
  const params = makeParams()
  const given = params.add(address)
  const [row] = await db.query<Explained>(
    `EXPLAIN (FORMAT JSON) SELECT 1 FROM intents WHERE creator = ${given} OR recipient = ${given} OR swap_id = ${given}
     UNION ALL SELECT 1 FROM orders o WHERE ${conditionOf(others, params)}`,
    params.values,
  )
  const [ofAddress = 0, ofOthers = 0] = row?.['QUERY PLAN'][0]?.Plan.Plans.map((plan) => plan['Plan Rows']) ?? []
  return { ...filter, isAddressTried: ofOthers < ofAddress }
}

type Explained = { 'QUERY PLAN': { Plan: { Plans: { 'Plan Rows': number }[] } }[] }

/** How many match, counted as far as `most`. */
function cappedCount(filter: ListFilter, most: number): Statement {
  const params = makeParams()
  const newest = newestMatches(filter, params, most)
  const sql = `SELECT least(count(*), ${most})::float8 AS count FROM (${newest}) newest`
  return { sql, params: params.values }
}

/**
 * Totals that the roll-ups keep (stats.store.ts): of everything, of statuses, of one user. The changes that the outbox
 * holds beyond them are added, so the answer is exact at every moment. Undefined for any other filter.
 */
export function maintainedCount(filter: OrderFilter): Statement | undefined {
  const [name, ...others] = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  if (name === undefined) return { sql: countAll, params: [] }
  if (others.length > 0) return undefined
  if (name === 'statuses') return { sql: countByStatus, params: [filter.statuses] }
  if (name === 'userId') return { sql: countOfUser, params: [filter.userId] }
  return undefined
}

/** The changes that the outbox holds beyond the roll-ups. */
const toFold = `(${changesOf(eventsToFold)}) to_fold`

const countAll = `
  SELECT (coalesce((SELECT value FROM stats_counters WHERE name = 'orders'), 0)
    + coalesce((SELECT sum(created) FROM ${toFold}), 0))::float8 AS count`

const countByStatus = `
  WITH to_fold AS (SELECT * FROM ${toFold})
  SELECT (coalesce((SELECT sum(value) FROM stats_counters WHERE name = ANY (SELECT 'status:' || unnest($1::text[]))), 0)
    + coalesce((SELECT sum(delta) FROM (${statusDeltasOf('to_fold')}) statuses WHERE status = ANY($1::text[])), 0)
    )::float8 AS count`

const countOfUser = `
  SELECT (coalesce((SELECT total_orders FROM stats_users WHERE user_id = $1), 0)
    + coalesce((SELECT sum(created) FROM ${toFold} WHERE user_id = $1), 0))::float8 AS count`
