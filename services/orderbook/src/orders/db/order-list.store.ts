import type { Sql, Statement as Typed } from '@tandem/service-kit'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'
import { changesOf, eventsToFold, statusDeltasOf } from '../../stats/db/counting.ts'
import type { ListedOrders, OrderFilter, OrderLister, SortDirection, SortField } from '../ports.ts'
import { intentJoins, orderOf, orderSelect } from './order.rows.ts'
import { allBy, conditionOf, isWhole, makeParams, type Params, rowsOf, type Source, sourcesOf } from './order-filter.ts'

type ListQuery = Parameters<OrderLister['list']>[0]
type Statement<Row> = { readonly sql: Typed<Row>; readonly params: unknown[] }

/** Orders tried for rare pairs of values: a page may end there early, and says how far it read. */
const mostTried = 2_000

const orderBy = (row: string, key: string, direction: SortDirection) =>
  `ORDER BY ${row}.${key} ${direction}, ${row}.order_id ${direction}`

/** Beyond the place to go on after, and numbered so far. */
function limitsOf({ sort, direction, from, upToSeq }: Omit<ListQuery, 'filter' | 'limit'>, { add }: Params) {
  const after = 'after' in from ? `(${add(from.after.at)}, ${add(from.after.orderId)}::uuid)` : undefined
  const seq = upToSeq === undefined ? undefined : add(upToSeq)
  return {
    beyond: (row: string) =>
      after === undefined ? [] : [`(${row}.${sort}, ${row}.order_id) ${direction === 'asc' ? '>' : '<'} ${after}`],
    numbered: (row: string) => (seq === undefined ? [] : [isNumberedUpTo(row, sort, seq)]),
  }
}

/** The source has every value of the filter. */
export function listStatement(query: ListQuery, source = wholeSource(query)): Statement<Rows['order']> {
  const { sort, direction, limit, from } = query
  if (source === undefined) throw new Error('No index holds the orders of this filter alone')
  const params = makeParams()
  const { beyond, numbered } = limitsOf(query, params)
  const offset = 'offset' in from ? from.offset : 0
  const only = [...beyond('k'), ...numbered('k')]
  const rows = `${rowsOf(source, params, { direction, limit: limit + offset, only })} OFFSET ${offset}`
  const page = `SELECT o.* FROM (${rows}) k JOIN orders o ON o.order_id = k.order_id`
  const text = `${withIntents(page)} ${orderBy('o', sort, direction)}`
  return { sql: statement('order order_json')(text), params: params.values }
}

const wholeSource = ({ filter, sort }: Pick<ListQuery, 'filter' | 'sort'>) =>
  sourcesOf(filter, sort).find((source) => isWhole(source, filter, sort))

/**
 * Among the first `most` of a source. Each row has `placed_at` and `last_id` of the last order tried, unless the source
 * ended.
 */
function amongStatement(query: ListQuery, source: Source, most: number): Statement<Rows['triedOrder']> {
  const { filter, sort, direction, limit, from } = query
  const params = makeParams()
  const { beyond, numbered } = limitsOf(query, params)
  const isInOrder = source.key === sort
  const tried = rowsOf(source, params, { direction, limit: most, only: isInOrder ? beyond('k') : [] })
  const where = [conditionOf(filter, params, source.of), ...(isInOrder ? [] : beyond('o')), ...numbered('o')]
  const order = isInOrder ? orderBy('k', 'placed_at', direction) : orderBy('o', sort, direction)
  const page = `${matchesIn('tried', where)} ${order} LIMIT ${limit} OFFSET ${'offset' in from ? from.offset : 0}`
  const rows = withIntents(page, `${orderSelect}, o.${sort}, o.order_id`)
  const text = `WITH tried AS MATERIALIZED (${tried})
    SELECT last.placed_at, last.order_id AS last_id, o.order_json
    FROM (SELECT true) page LEFT JOIN (${lastOf('tried', direction, most)}) last ON true LEFT JOIN (${rows}) o ON true
    ${orderBy('o', sort, direction)}`
  return { sql: statement('triedOrder')(text), params: params.values }
}

/** With the offset PostgreSQL reads one by one, until the page is full. */
const matchesIn = (tried: string, where: readonly string[]) =>
  `SELECT o.* FROM ${tried} k CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.order_id = k.order_id OFFSET 0) o
   WHERE ${where.join(' AND ')}`

const lastOf = (rows: string, direction: SortDirection, most: number) =>
  `SELECT k.* FROM ${rows} k ${orderBy('k', 'placed_at', direction)} OFFSET ${most - 1} LIMIT 1`

const withIntents = (page: string, columns = orderSelect) => `SELECT ${columns} FROM (${page}) o ${intentJoins}`

/** The event that created an order, or changed it last. */
const placingEvent = (row: string, sort: SortField) => (sort === 'created_at' ? '1' : `${row}.last_event_seq`)

const isNumberedUpTo = (row: string, sort: SortField, seq: string) =>
  `NOT EXISTS (SELECT 1 FROM order_events e WHERE e.order_id = ${row}.order_id AND e.order_seq = ${placingEvent(row, sort)}
     AND (e.seq IS NULL OR e.seq > ${seq}))`

/** Every reader passes these events once. */
function lateStatement({ filter, sort, passed, events, limit }: Parameters<OrderLister['listLate']>[0]) {
  const params = makeParams()
  const [after, upTo] = [params.add(events.after), params.add(events.upTo)]
  const place = `(${params.add(passed.at)}::timestamptz, ${params.add(passed.orderId)}::uuid)`
  // The event is no younger than the order's row.
  const page = `SELECT e.seq, o.* FROM order_events e JOIN orders o ON o.order_id = e.order_id
    WHERE e.seq > ${after} AND e.seq <= ${upTo} AND e.order_seq = ${placingEvent('o', sort)}
      AND (e.created_at, e.order_id) <= ${place} AND (o.${sort}, o.order_id) <= ${place}
      AND (${conditionOf(filter, params)})
    ORDER BY e.seq LIMIT ${limit}`
  const text = `${withIntents(page, `o.seq::float8 AS seq, ${orderSelect}`)} ORDER BY o.seq`
  return { sql: statement('lateOrder seq order_json')(text), params: params.values }
}

/** The source with few orders, or with the rarest values in the list's order. */
async function sourceFor(db: Sql, query: Omit<ListQuery, 'limit'>, most: number): Promise<Source> {
  const { filter, sort, direction } = query
  const sources = sourcesOf(filter, sort)
  const params = makeParams()
  const { beyond } = limitsOf({ ...query, upToSeq: undefined }, params)
  const ends = sources.map((source, index) => {
    const rows = rowsOf(source, params, { direction, limit: most, only: source.key === sort ? beyond('k') : [] })
    return `(SELECT ${index} AS source, k.* FROM (${lastOf(`(${rows})`, direction, most)}) k)`
  })
  const text = `SELECT source FROM (${ends.join(' UNION ALL ')}) ends
    ORDER BY placed_at ${direction}, order_id ${direction}`
  const found = (await db.query(statement('sourceEnd source')(text), params.values)).map((end) => end.source)
  const few = sources.find((_source, index) => !found.includes(index))
  return few ?? sources[found.findLast((index) => sources[index]?.key === sort) ?? -1] ?? allBy(sort)
}

async function readAmong(db: Sql, query: ListQuery, source: Source, most: number): Promise<ListedOrders> {
  const { sql, params } = amongStatement(query, source, most)
  const rows = await db.query(sql, params)
  const [{ placed_at: at, last_id: orderId } = { placed_at: null, last_id: null }] = rows
  return {
    orders: rows.flatMap(({ order_json }) => (order_json === null ? [] : [orderOf({ order_json })])),
    triedTo: at === null || orderId === null ? undefined : { at, orderId },
  }
}

/** @param tried orders at most, besides those on the page and skipped. */
export function makeOrderLister(db: Sql, tried = mostTried): OrderLister {
  return {
    list: async (query) => {
      const whole = wholeSource(query)
      if (whole !== undefined) {
        const { sql, params } = listStatement(query, whole)
        return { orders: (await db.query(sql, params)).map(orderOf), triedTo: undefined }
      }
      const most = tried + query.limit + ('offset' in query.from ? query.from.offset : 0)
      const source = await sourceFor(db, query, most)
      const page = await readAmong(db, query, source, most)
      // Its orders have become too many to be sorted.
      const isCut = source.key !== query.sort && page.triedTo !== undefined
      return isCut ? readAmong(db, query, allBy(query.sort), most) : page
    },
    listLate: async (query) => {
      const { sql, params } = lateStatement(query)
      const rows = await db.query(sql, params)
      return rows.map((row) => ({ order: orderOf(row), seq: row.seq }))
    },
    count: async (filter, most) => {
      const { sql, params } = maintainedCount(filter) ?? (await countStatement(db, filter, most, tried))
      return (await db.query(sql, params))[0]?.count ?? 0
    },
  }
}

const counting = (text: string) => statement('listCount count')(text)

/** Among the newest orders where there are too many. */
async function countStatement(
  db: Sql,
  filter: OrderFilter,
  most: number,
  tried: number,
): Promise<Statement<Rows['listCount']>> {
  const whole = wholeSource({ filter, sort: 'created_at' }) ?? wholeSource({ filter, sort: 'updated_at' })
  const query = { filter, sort: 'created_at', direction: 'desc', from: { offset: 0 } } as const
  const source = whole ?? (await sourceFor(db, query, tried + most))
  const params = makeParams()
  const limit = whole === undefined ? tried + most : most
  const rows = `(${rowsOf(source, params, { direction: 'desc', limit, only: [] })})`
  const matches =
    whole === undefined ? matchesIn(rows, [conditionOf(filter, params, source.of)]) : `SELECT * FROM ${rows} k`
  const text = `SELECT count(*)::float8 AS count FROM (${matches} LIMIT ${most}) capped`
  return { sql: counting(text), params: params.values }
}

/** From the roll-ups and the outbox's changes, so the answer is exact. Undefined for other filters. */
export function maintainedCount(filter: OrderFilter): Statement<Rows['listCount']> | undefined {
  const [name, ...others] = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  if (name === undefined) return { sql: countAll, params: [] }
  if (others.length > 0) return undefined
  if (name === 'statuses') return { sql: countByStatus, params: [filter.statuses] }
  if (name === 'userId') return { sql: countOfUser, params: [filter.userId] }
  return undefined
}

const toFold = `(${changesOf(eventsToFold)}) to_fold`

const countAll = counting(`
  SELECT (coalesce((SELECT value FROM stats_counters WHERE name = 'orders'), 0)
    + coalesce((SELECT sum(created) FROM ${toFold}), 0))::float8 AS count`)

const countByStatus = counting(`
  WITH to_fold AS (SELECT * FROM ${toFold})
  SELECT (coalesce((SELECT sum(value) FROM stats_counters WHERE name = ANY (SELECT 'status:' || unnest($1::text[]))), 0)
    + coalesce((SELECT sum(delta) FROM (${statusDeltasOf('to_fold')}) statuses WHERE status = ANY($1::text[])), 0)
    )::float8 AS count`)

const countOfUser = counting(`
  SELECT (coalesce((SELECT total_orders FROM stats_users WHERE user_id = $1), 0)
    + coalesce((SELECT sum(created) FROM ${toFold} WHERE user_id = $1), 0))::float8 AS count`)
