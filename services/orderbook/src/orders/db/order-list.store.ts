import { AppError, command, isStatementTimeout, type SqlDatabase, type Statement as Typed } from '@tandem/service-kit'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'
import { unfoldedEvents } from '../../stats/db/roll-ups.ts'
import type { Keyset, OrderFilter, OrderLister, SortDirection } from '../ports.ts'
import { intentJoins, orderOf, orderSelect } from './order.rows.ts'
import { conditionsOf, isWide, makeParams, ordersOfAddress, type Params } from './order-filter.ts'

type ListQuery = Parameters<OrderLister['list']>[0]
type Statement<Row> = { readonly sql: Typed<Row>; readonly params: unknown[] }

/**
 * One page of a list. PostgreSQL chooses whether to walk the orders by time or to use the index of
 * a filter. Hand-written SQL, because lists are read often, and Prisma's client takes fifteen times
 * the processor time for a page.
 */
export function listStatement(query: ListQuery): Statement<Rows['order']> {
  const { direction, limit, from } = query
  const params = makeParams()
  const offset = 'offset' in from ? from.offset : 0
  const where = whereOf(query, params, limit + offset)
  // Recently updated orders are found by their own index and then sorted. `OFFSET 0` keeps PostgreSQL from walking through
  // all orders by creation time: it expects the matches everywhere, but most are among the newest.
  const matches =
    query.filter.updatedAfter === undefined ? `orders o ${where}` : `(SELECT * FROM orders o ${where} OFFSET 0) o`
  const page = `SELECT o.* FROM ${matches} ${inOrder('o', direction)} LIMIT ${limit} OFFSET ${offset}`
  const text = `SELECT ${orderSelect} FROM (${page}) o ${intentJoins} ${inOrder('o', direction)}`
  return { sql: statement('order order_json')(text), params: params.values }
}

const inOrder = (row: string, direction: SortDirection) =>
  `ORDER BY ${row}.created_at ${direction}, ${row}.order_id ${direction}`

/** @param most how many orders this page and all pages before it hold. */
function whereOf({ filter, direction, from }: Omit<ListQuery, 'limit'>, params: Params, most: number): string {
  const { createdAfter, createdBefore, ...others } = filter
  const times = [
    ...(createdAfter === undefined ? [] : [`created_at > ${params.add(createdAfter)}`]),
    ...(createdBefore === undefined ? [] : [`created_at < ${params.add(createdBefore)}`]),
    ...('after' in from ? [beyond(from.after, direction, params)] : []),
  ]
  const conditions = isAddressAlone(others)
    ? [ordersOfAddress(params.add(others.address), times, inOrder('i', direction), most)]
    : [...conditionsOf(others, params), ...times]
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

const beyond = ({ at, orderId }: Keyset, direction: SortDirection, { add }: Params) =>
  `(created_at, order_id) ${direction === 'asc' ? '>' : '<'} (${add(at)}, ${add(orderId)}::uuid)`

const isAddressAlone = (filter: OrderFilter): filter is OrderFilter & { address: string } =>
  filter.address !== undefined && Object.values(filter).filter((value) => value !== undefined).length === 1

const counting = (text: string) => statement('listCount count')(text)

function countStatement(filter: OrderFilter, most: number): Statement<Rows['listCount']> {
  const params = makeParams()
  const where = whereOf({ filter, direction: 'desc', from: { offset: 0 } }, params, most)
  const matches = `SELECT FROM orders o ${where} LIMIT ${most}`
  return { sql: counting(`SELECT count(*)::float8 AS count FROM (${matches}) capped`), params: params.values }
}

/** Limits the time of each statement in the rest of the transaction. */
const limitStatements = command(`SELECT set_config('statement_timeout', $1, true)`)

/** @param wideListMs how long a statement may search all orders for the few that match. */
export function makeOrderLister(db: SqlDatabase, wideListMs: number): OrderLister {
  async function rowsOf<Row>(filter: OrderFilter, { sql, params }: Statement<Row>): Promise<Row[]> {
    if (!isWide(filter)) return db.query(sql, params)
    return db.transaction(async (tx) => {
      await tx.query(limitStatements, [String(wideListMs)])
      return tx.query(sql, params)
    })
  }
  return {
    list: async (query) => {
      const { filter } = query
      const rows = await rowsOf(filter, listStatement(query)).catch((error: unknown) => {
        throw isWide(filter) && isStatementTimeout(error) ? tooWide(error) : error
      })
      return rows.map(orderOf)
    },
    total: async (filter) => {
      const count = maintainedCount(filter)
      return count && ((await db.query(count.sql, count.params))[0]?.count ?? 0)
    },
    countUpTo: async (filter, most) => {
      try {
        return (await rowsOf(filter, countStatement(filter, most)))[0]?.count
      } catch (error) {
        if (isStatementTimeout(error)) return undefined
        throw error
      }
    },
  }
}

function tooWide(cause: unknown): AppError {
  const message = 'must be given too, or a shorter time from created_after to created_before, or a later updated_after'
  return new AppError(
    'INVALID_REQUEST',
    `Few of all orders match, and finding them takes too long: user_id ${message}.`,
    {
      details: { issues: [{ path: 'user_id', message }] },
      cause,
    },
  )
}

/**
 * Counts orders from the roll-ups and the events that are not in the roll-ups yet, so that the count is exact. Undefined
 * for other filters.
 */
export function maintainedCount(filter: OrderFilter): Statement<Rows['listCount']> | undefined {
  const [name, ...others] = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  if (name === undefined) return { sql: countAll, params: [] }
  if (others.length > 0) return undefined
  if (name === 'statuses') return { sql: countByStatus, params: [filter.statuses] }
  if (name === 'userId') return { sql: countOfUser, params: [filter.userId] }
  return undefined
}

const unfolded = `(${unfoldedEvents}) unfolded`

const countAll = counting(`
  SELECT (coalesce((SELECT sum(value) FROM stats_counters WHERE name LIKE 'status:%'), 0)
    + (SELECT count(*) FROM ${unfolded} WHERE previous_status IS NULL))::float8 AS count`)

const countByStatus = counting(`
  SELECT (coalesce((SELECT sum(value) FROM stats_counters WHERE name = ANY (SELECT 'status:' || unnest($1::text[]))), 0)
    + (SELECT count(*) FILTER (WHERE status = ANY($1::text[])) - count(*) FILTER (WHERE previous_status = ANY($1::text[]))
       FROM ${unfolded}))::float8 AS count`)

const countOfUser = counting(`
  SELECT (coalesce((SELECT total_orders FROM stats_users WHERE user_id = $1), 0)
    + (SELECT count(*) FROM ${unfolded} CROSS JOIN LATERAL (SELECT user_id FROM orders WHERE order_id = unfolded.order_id LIMIT 1) o
       WHERE previous_status IS NULL AND user_id = $1))::float8 AS count`)
