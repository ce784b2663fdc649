import type { Sql } from '@tandem/service-kit'
import type { OrderFilter, OrderLister } from '../usecases/ports.ts'
import { intentJoins, type OrderRow, orderOf, orderSelect } from './order.rows.ts'

/** Counting stops here; beyond it the maintained counters or the planner's estimate answer. */
const exactCountLimit = 2_000

type ListQuery = Parameters<OrderLister['list']>[0]
export type Statement = { readonly sql: string; readonly params: unknown[] }

export function listStatement({ filter, sort, direction, limit, from }: ListQuery): Statement {
  const { where, params } = whereOf(filter)
  const way = direction === 'asc' ? 'ASC' : 'DESC'
  if ('after' in from) {
    const [at, id] = [params.push(from.after.at), params.push(from.after.orderId)]
    where.push(`(o.${sort}, o.order_id) ${direction === 'asc' ? '>' : '<'} ($${at}, $${id}::uuid)`)
  }
  const offset = 'offset' in from ? from.offset : 0
  const orderBy = `ORDER BY o.${sort} ${way}, o.order_id ${way}`
  // The page's orders first, their intents after: a join before the limit would join every match.
  const page = `SELECT * FROM orders o ${clause(where)} ${orderBy} LIMIT ${limit} OFFSET ${offset}`
  return { sql: `SELECT ${orderSelect} FROM (${page}) o ${intentJoins} ${orderBy}`, params }
}

export function makeOrderLister(db: Sql): OrderLister {
  return {
    list: async (query) => {
      const { sql, params } = listStatement(query)
      return (await db.query<OrderRow>(sql, params)).map(orderOf)
    },
    count: async (filter) => {
      const kept = maintainedCount(filter)
      const { sql, params } = kept ?? cappedCount(filter)
      const [row] = await db.query<{ count: number }>(sql, params)
      const count = row?.count ?? 0
      if (kept !== undefined || count <= exactCountLimit) return count
      return Math.max(count, await estimate(db, matchesOf(filter)))
    },
  }
}

function matchesOf(filter: OrderFilter): Statement {
  const { where, params } = whereOf(filter)
  return { sql: `SELECT 1 FROM orders o ${clause(where)}`, params }
}

function cappedCount(filter: OrderFilter): Statement {
  const { sql, params } = matchesOf(filter)
  return { sql: `SELECT count(*)::float8 AS count FROM (${sql} LIMIT ${exactCountLimit + 1}) capped`, params }
}

const clause = (where: readonly string[]) => (where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`)

function whereOf(filter: OrderFilter): { where: string[]; params: unknown[] } {
  const where: string[] = []
  const params: unknown[] = []
  const add = (value: unknown, condition: (placeholder: string) => string) => {
    if (value !== undefined) where.push(condition(`$${params.push(value)}`))
  }
  const ofIntents = (condition: string) =>
    `EXISTS (SELECT 1 FROM intents i WHERE i.order_id = o.order_id AND (${condition}))`
  add(filter.statuses, (p) => `o.status = ANY(${p}::text[])`)
  add(filter.userId, (p) => `o.user_id = ${p}`)
  add(filter.sourceChain, (p) => `o.source_chain = ${p}`)
  add(filter.destChain, (p) => `o.dest_chain = ${p}`)
  add(filter.asset, (p) => `(o.source_asset = ${p} OR o.dest_asset = ${p})`)
  add(filter.address, (p) => ofIntents(`i.creator = ${p} OR i.recipient = ${p} OR i.swap_id = ${p}`))
  add(filter.txHash, (p) => ofIntents(`i.create_tx_hash = ${p} OR i.claim_tx_hash = ${p} OR i.cancel_tx_hash = ${p}`))
  add(filter.commitmentHash, (p) => `o.commitment_hash = ${p}`)
  add(filter.createdAfter, (p) => `o.created_at > ${p}`)
  add(filter.createdBefore, (p) => `o.created_at < ${p}`)
  add(filter.updatedAfter, (p) => `o.updated_at > ${p}`)
  return { where, params }
}

/**
 * Totals that the roll-ups keep (stats.store.ts): of everything, of statuses, of one user. What the outbox holds beyond
 * them is added, so the answer is exact at every moment. Undefined for any other filter.
 */
export function maintainedCount(filter: OrderFilter): Statement | undefined {
  const [name, ...others] = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  if (name === undefined) return { sql: countAll, params: [] }
  if (others.length > 0) return undefined
  if (name === 'statuses') return { sql: countByStatus, params: [filter.statuses] }
  if (name === 'userId') return { sql: countOfUser, params: [filter.userId] }
  return undefined
}

/** Two index scans: with OR between them PostgreSQL would read the whole table. */
const unfolded = `
  SELECT * FROM order_events WHERE seq IS NULL AND NOT rolled_up
  UNION ALL
  SELECT * FROM order_events
  WHERE seq > (SELECT coalesce(max(value), 0) FROM stats_counters WHERE name = 'folded_seq') AND NOT rolled_up`

const countAll = `
  SELECT (coalesce((SELECT value FROM stats_counters WHERE name = 'orders'), 0)
    + (SELECT count(*) FROM (${unfolded}) e WHERE e.type = 'order.created'))::float8 AS count`

const countByStatus = `
  SELECT (coalesce((SELECT sum(value) FROM stats_counters WHERE name = ANY (SELECT 'status:' || unnest($1::text[]))), 0)
    + coalesce((SELECT sum((e.status = ANY($1::text[]))::int
        - coalesce((e.previous_status = ANY($1::text[]))::int, 0)) FROM (${unfolded}) e
        WHERE e.type IN ('order.created', 'order.status_changed')), 0))::float8 AS count`

const countOfUser = `
  SELECT (coalesce((SELECT total_orders FROM stats_users WHERE user_id = $1), 0)
    + (SELECT count(*) FROM (${unfolded}) e JOIN orders o ON o.order_id = e.order_id
       WHERE e.type = 'order.created' AND o.user_id = $1))::float8 AS count`

async function estimate(db: Sql, { sql, params }: Statement): Promise<number> {
  type Explained = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }
  const [row] = await db.query<Explained>(`EXPLAIN (FORMAT JSON) ${sql}`, params)
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}
