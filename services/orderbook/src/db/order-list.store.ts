import type { Sql } from '@tandem/service-kit'
import type { Order } from '../domain/order.ts'
import type { OrderFilter, OrderLister, SortField } from '../usecases/ports.ts'
import { changesOf, eventsToFold, statusDeltasOf } from './counting.ts'
import { intentJoins, type OrderRow, orderOf, orderSelect } from './order.rows.ts'
import {
  type Created,
  changedMatches,
  changedPage,
  conditionOf,
  firstMatches,
  isPlain,
  makeParams,
  type NarrowFilter,
  type Params,
  type Range,
  someMatches,
  triedOf,
} from './order-filter.ts'
import { changedOrders } from './order-lateness.ts'
import { matchesAmong, placesOf, rarestOf } from './order-places.ts'
import { narrowed, narrowedByChange, narrowedByPage } from './order-span.ts'

/** Matches that may arrive between a count and the gathering: these are gathered too, so that a page leaves none out. */
const moreMeanwhile = 1_000

/** Counting stops here; beyond it the maintained counters or the planner's estimate answer. */
const exactCountLimit = 1_000

/** So many matches at most are gathered and sorted, rather than met while walking an index. */
const mostGathered = {
  ofFilter: 2_000,
  /** Of an address or an asset alone: its orders may all be old, and are counted from an index alone. */
  ofKey: 10_000,
  /** Of all orders that changed lately, each of which is tried. */
  ofChanged: 20_000,
}

type ListQuery = Omit<Parameters<OrderLister['list']>[0], 'filter'> & { readonly filter: NarrowFilter }
type Gather = (filter: NarrowFilter, params: Params) => string
export type Statement = { readonly sql: string; readonly params: unknown[] }

/**
 * How the first orders of a list are found. By default they are met in the order of the list, which is fast unless few
 * match, or only old ones.
 */
export type Way = {
  /** The identifiers of all matches, which are few enough to be read whole before they are sorted. */
  readonly gathered?: Gather | undefined
  /** Reads the page only where at most so many orders match; `is_few` of each row says whether it did. */
  readonly few?: number | undefined
  /** Of a filter with `updatedAfter`: all orders that changed since then are tried, so many at most. */
  readonly changed?: number | undefined
  /** Of a list by `updated_at`: the times between which all matches were created. */
  readonly created?: Created | undefined
}

export function listStatement(query: ListQuery, way: Way = {}): Statement {
  const { filter, sort, direction, limit, from, upToSeq } = query
  const params = makeParams()
  const after = 'after' in from ? { at: params.add(from.after.at), orderId: params.add(from.after.orderId) } : undefined
  const offset = 'offset' in from ? from.offset : 0
  const only = upToSeq === undefined ? undefined : isNumberedUpTo(sort, params.add(upToSeq))
  const range = { sort, direction, after, limit: limit + offset, only }
  const beyond =
    after && `(o.${sort}, o.order_id) ${direction === 'asc' ? '>' : '<'} (${after.at}, ${after.orderId}::uuid)`
  const within = [beyond, only].filter((one) => one !== undefined)
  const orderBy = `ORDER BY o.${sort} ${direction.toUpperCase()}, o.order_id ${direction.toUpperCase()}`
  if (way.changed !== undefined) {
    const page = changedPage(filter, params, { sort, direction, where: within, limit, offset }, way.changed)
    return { sql: `${withIntents(page)} ${orderBy}`, params: params.values }
  }
  const { first, matches } = matchesOf(filter, params, { ...range, beyond }, way)
  const where = [`(${matches})`, ...within].join(' AND ')
  // The page's orders first, their intents after: a join before the limit would join every match.
  const page = `SELECT * FROM orders o WHERE ${where} ${orderBy} LIMIT ${limit} OFFSET ${offset}`
  if (way.few === undefined) return { sql: `${first}${withIntents(page)} ${orderBy}`, params: params.values }
  const rows = withIntents(page, `${orderSelect}, o.${sort}, o.order_id`)
  const select = `SELECT few.is_few, o.order_json FROM few LEFT JOIN (${rows}) o ON true ${orderBy}`
  return { sql: `${first}${select}`, params: params.values }
}

/** Selects the orders of a page, `o`, with both their intents. */
const withIntents = (page: string, columns = orderSelect) => `SELECT ${columns} FROM (${page}) o ${intentJoins}`

/** A condition on `o`, and the common table expressions that it reads. */
function matchesOf(
  filter: NarrowFilter,
  params: Params,
  range: Range & { beyond: string | undefined },
  { gathered, few, created }: Way,
): { first: string; matches: string } {
  const { direction, limit, beyond, only } = range
  if (gathered !== undefined) {
    const first = `WITH gathered AS MATERIALIZED (${gathered(filter, params)}) `
    return { first, matches: 'o.order_id IN (SELECT order_id FROM gathered)' }
  }
  if (few !== undefined) {
    const found = `SELECT order_id FROM (${someMatches(filter, params, few + 1)}) found LIMIT ${few + 1}`
    const first = `WITH gathered AS MATERIALIZED (${found}), few AS MATERIALIZED (SELECT count(*) <= ${few} AS is_few FROM gathered) `
    return { first, matches: '(SELECT is_few FROM few) AND o.order_id IN (SELECT order_id FROM gathered)' }
  }
  if (created !== undefined) {
    const since = filter.updatedAfter && `o.updated_at > ${params.add(filter.updatedAfter)}`
    const walk = { created, direction, limit, matching: triedOf(filter, params), within: [beyond, since], only }
    return { first: `WITH ${changedOrders(walk, params)} `, matches: 'o.order_id IN (SELECT order_id FROM changed)' }
  }
  if (isPlain(filter)) return { first: '', matches: conditionOf(filter, params) }
  return { first: '', matches: `o.order_id IN (${firstMatches(filter, params, range)})` }
}

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

const given = (filter: OrderFilter) => Object.values(filter).filter((value) => value !== undefined).length

/** No filter, or one whose index gives its orders in the order of the list. */
const isInOrderOfIndex = ({ filter, sort }: ListQuery) =>
  given(filter) === 0 || (given(filter) === 1 && (sort === 'updated_at') === (filter.updatedAfter !== undefined))

export function makeOrderLister(db: Sql, most = mostGathered): OrderLister {
  const read = async ({ sql, params }: Statement) => (await db.query<OrderRow>(sql, params)).map(orderOf)

  /** The page where so many orders match at most; undefined where more do. */
  const readFew = async (query: ListQuery, atMost: number): Promise<Order[] | undefined> => {
    const { sql, params } = listStatement(query, { few: atMost })
    const rows = await db.query<{ is_few: boolean; order_json: string | null }>(sql, params)
    if (rows[0]?.is_few !== true) return undefined
    return rows.flatMap(({ order_json }) => (order_json === null ? [] : [orderOf({ order_json })]))
  }

  /** Where few orders match one of several filters. */
  const rareFor = async (filter: OrderFilter, narrow: NarrowFilter): Promise<Gather | undefined> => {
    const rarest = given(filter) > 1 ? await rarestOf(db, narrow, most.ofFilter) : undefined
    return rarest && among(rarest, most.ofFilter + moreMeanwhile)
  }

  /** The page, when the matches or those of one filter are few. */
  const readGathered = async (query: ListQuery, narrow: NarrowFilter): Promise<Order[] | undefined> => {
    const { filter, sort } = query
    if (await isOfFewChanged(db, filter, most.ofChanged))
      return read(listStatement({ ...query, filter: narrow }, { changed: most.ofChanged + moreMeanwhile }))
    const gathered = await rareFor(filter, narrow)
    if (gathered !== undefined) return read(listStatement({ ...query, filter: narrow }, { gathered }))
    // Such a list is in the order of the filter's indexes.
    if (sort === 'created_at' && filter.updatedAfter === undefined) return undefined
    const isKey = given(filter) === 1 && !isPlain(filter)
    return readFew({ ...query, filter: narrow }, isKey ? most.ofKey : most.ofFilter)
  }

  /** A page by `updated_at`, oldest first, where few matches were created before it ends. */
  const readByPage = async (query: ListQuery, narrow: NarrowFilter): Promise<Order[] | undefined> => {
    const { filter, from, limit } = query
    const place = 'after' in from ? { after: from.after.at, limit } : { after: undefined, limit: from.offset + limit }
    const page = { ...place, among: given(filter) > 1 ? placesOf(narrow, makeParams())[0]?.of : undefined }
    if (page.limit > most.ofFilter) return undefined
    const bound = await narrowedByPage(db, narrow, page)
    if (bound === undefined) return undefined
    const rows = await readFew({ ...query, filter: bound.filter }, most.ofFilter)
    if (rows === undefined) return undefined
    const last = rows[limit - 1]
    // Where an order changed since then, the page goes on with one that the filter may leave out.
    return last !== undefined && last.updatedAt <= bound.until ? rows : undefined
  }
  return {
    list: async (query) => {
      const { filter, sort, direction } = query
      if (isInOrderOfIndex(query)) return read(listStatement(query))
      const narrow = await narrowed(db, filter)
      if (narrow === undefined) return []
      const few = await readGathered(query, narrow)
      if (few !== undefined) return few
      if (sort === 'created_at')
        return read(
          listStatement({ ...query, filter: direction === 'asc' ? await narrowedByChange(db, narrow) : narrow }),
        )
      const page = direction === 'asc' ? await readByPage(query, narrow) : undefined
      const created = { after: narrow.createdAfter, before: narrow.createdBefore }
      return page ?? read(listStatement({ ...query, filter: narrow }, { created }))
    },
    listLate: async (query) => {
      const { sql, params } = lateStatement(query)
      const rows = await db.query<OrderRow & { seq: number }>(sql, params)
      return rows.map((row) => ({ order: orderOf(row), seq: row.seq }))
    },
    count: async (filter) => {
      const kept = maintainedCount(filter)
      if (kept !== undefined) return countOf(db, kept)
      const narrow = given(filter) > 1 ? await narrowed(db, filter) : filter
      if (narrow === undefined) return 0
      const gathered = (await isOfFewChanged(db, filter, most.ofChanged))
        ? changed(most.ofChanged + moreMeanwhile)
        : await rareFor(filter, narrow)
      const count = await countOf(db, cappedCount(narrow, exactCountLimit, gathered))
      return count <= exactCountLimit ? count : Math.max(count, await estimate(db, estimated(narrow)))
    },
  }
}

function estimated(filter: NarrowFilter): Statement {
  const params = makeParams()
  return { sql: `SELECT 1 FROM orders o WHERE ${conditionOf(filter, params)}`, params: params.values }
}

const some =
  (most: number): Gather =>
  (filter, params) =>
    someMatches(filter, params, most)

const changed =
  (most: number): Gather =>
  (filter, params) =>
    changedMatches(filter, params, most)

const among =
  (of: keyof OrderFilter, most: number): Gather =>
  (filter, params) =>
    matchesAmong(of, filter, params, most)

async function countOf(db: Sql, { sql, params }: Statement): Promise<number> {
  return (await db.query<{ count: number }>(sql, params))[0]?.count ?? 0
}

/** Whether `updatedAfter` is one of several filters, and few orders of all changed after it. */
async function isOfFewChanged(db: Sql, filter: OrderFilter, most: number): Promise<boolean> {
  if (filter.updatedAfter === undefined || given(filter) < 2) return false
  const changed = `SELECT 1 FROM orders WHERE updated_at > $1 LIMIT ${most + 1}`
  const sql = `SELECT count(*)::float8 AS count FROM (${changed}) changed`
  return (await countOf(db, { sql, params: [filter.updatedAfter] })) <= most
}

/** How many match, counted as far as one more than `most`. */
function cappedCount(filter: NarrowFilter, most: number, matches = some(most + 1)): Statement {
  const params = makeParams()
  const found = matches(filter, params)
  return {
    sql: `SELECT count(*)::float8 AS count FROM (SELECT order_id FROM (${found}) found LIMIT ${most + 1}) capped`,
    params: params.values,
  }
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

async function estimate(db: Sql, { sql, params }: Statement): Promise<number> {
  type Explained = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }
  const [row] = await db.query<Explained>(`EXPLAIN (FORMAT JSON) ${sql}`, params)
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}
