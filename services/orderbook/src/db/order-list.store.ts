import type { OrderFilter, OrderLister } from '../usecases/ports.ts'
import type { Db } from './client.ts'
import { intentJoins, type OrderRow, orderOf, orderSelect } from './order.rows.ts'

/** Counting stops here; beyond it the maintained counters or the planner's estimate answer. */
const exactCountLimit = 10_000

export function makeOrderLister(db: Db): OrderLister {
  return {
    list: async ({ filter, sort, direction, limit, from }) => {
      const { where, params } = whereOf(filter)
      const way = direction === 'asc' ? 'ASC' : 'DESC'
      if ('after' in from) {
        const [at, id] = [params.push(from.after.at), params.push(from.after.orderId)]
        where.push(`(o.${sort}, o.order_id) ${direction === 'asc' ? '>' : '<'} ($${at}, $${id}::uuid)`)
      }
      const offset = 'offset' in from ? from.offset : 0
      const orderBy = `ORDER BY o.${sort} ${way}, o.order_id ${way}`
      // The page's orders first, their intents after: a join before the limit would join every match.
      const rows = await db.$queryRawUnsafe<OrderRow[]>(
        `SELECT ${orderSelect} FROM (SELECT * FROM orders o ${clause(where)} ${orderBy} ` +
          `LIMIT ${limit} OFFSET ${offset}) o ${intentJoins} ${orderBy}`,
        ...params,
      )
      return rows.map(orderOf)
    },
    count: async (filter) => {
      const kept = await maintainedCount(db, filter)
      if (kept !== undefined) return kept
      const { where, params } = whereOf(filter)
      const matches = `SELECT 1 FROM orders o ${clause(where)}`
      const [row] = await db.$queryRawUnsafe<{ count: number }[]>(
        `SELECT count(*)::float8 AS count FROM (${matches} LIMIT ${exactCountLimit + 1}) capped`,
        ...params,
      )
      const count = row?.count ?? 0
      return count <= exactCountLimit ? count : Math.max(count, await estimate(db, matches, params))
    },
  }
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
async function maintainedCount(db: Db, filter: OrderFilter): Promise<number | undefined> {
  const [name, ...others] = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  if (others.length > 0) return undefined
  const query =
    name === undefined ? countAll : name === 'statuses' ? countByStatus : name === 'userId' ? countOfUser : undefined
  if (query === undefined) return undefined
  const params = name === undefined ? [] : [filter.statuses ?? filter.userId]
  const [row] = await db.$queryRawUnsafe<{ count: number }[]>(query, ...params)
  return row?.count ?? 0
}

const unfolded = `
  SELECT e.* FROM order_events e
  WHERE e.seq IS NULL OR e.seq > coalesce((SELECT value FROM stats_counters WHERE name = 'folded_seq'), 0)`

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

async function estimate(db: Db, query: string, params: unknown[]): Promise<number> {
  type Explained = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }
  const [row] = await db.$queryRawUnsafe<Explained[]>(`EXPLAIN (FORMAT JSON) ${query}`, ...params)
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}
