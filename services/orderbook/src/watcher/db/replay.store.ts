import { command, inTransaction, makeSqlDatabase, type Sql } from '@tandem/service-kit'
import type { Pool } from 'pg'
import type { Difference, OrderCorrection } from '../../db/replayed.ts'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'
import { bothSides, deriveOrders, intentColumnsOf, orderColumnsOf, readOrders } from './derive-projections.ts'
import { type Write, writeProjections } from './projection.store.ts'

export type ReplayOptions = {
  readonly repair: boolean
  readonly chain: string | undefined
  readonly batchSize: number
  readonly now: () => number
}

export type ReplayBatch = {
  readonly orders: number
  readonly differences: readonly Difference[]
  /** Still differing. */
  readonly corrections: readonly OrderCorrection[]
}

const isPruned = command(`SELECT FROM stats_counters WHERE name = 'events_pruned_seq'`)
const countOfChain = statement('orderCount')(`
SELECT count(*)::int AS count FROM orders WHERE $1::text IS NULL OR source_chain = $1 OR dest_chain = $1`)
const selectBatch = statement('orderToReplay order_id')(`
SELECT order_id::text FROM orders
WHERE ($1::uuid IS NULL OR order_id > $1) AND ($2::text IS NULL OR source_chain = $2 OR dest_chain = $2)
ORDER BY order_id LIMIT $3`)

export async function countOrders(pool: Pool, chain: string | undefined): Promise<number> {
  const [row] = await makeSqlDatabase(pool).query(countOfChain, [chain ?? null])
  return row?.count ?? 0
}

/**
 * Derives every order anew from the events and compares. May run beside the watcher: a batch is one snapshot, and a
 * repair locks as the watcher does.
 */
export async function* replayProjections(pool: Pool, options: ReplayOptions): AsyncGenerator<ReplayBatch> {
  let after: string | undefined
  for (;;) {
    const batch = await inTransaction(
      pool,
      (db) => replayBatch(db, after, options),
      options.repair ? '' : 'ISOLATION LEVEL REPEATABLE READ READ ONLY',
    )
    after = batch.last
    if (after === undefined) return
    yield batch
  }
}

async function replayBatch(
  db: Sql,
  after: string | undefined,
  { chain, repair, batchSize, now }: ReplayOptions,
): Promise<ReplayBatch & { last: string | undefined }> {
  const rows = await db.query(selectBatch, [after ?? null, chain ?? null, batchSize])
  const orderIds = rows.map(({ order_id }) => order_id)
  const derived = [...deriveOrders(await readOrders(db, orderIds, { lock: repair }))]
  const announced = await announcedOf(db, orderIds)
  const pruned = (await db.query(isPruned, [])).length > 0
  const orders = derived.map((one) => ({
    ...orderColumnsOf(one),
    // An old order's events may be pruned.
    last_event_seq: announced.get(one.order.order_id)?.order_seq ?? (pruned ? one.order.last_event_seq : 0),
  }))
  const differences = [
    ...(await compare(db, 'orders', ['order_id'], orders)),
    ...(await compare(
      db,
      'intents',
      ['order_id', 'side'],
      derived.flatMap((one) => intentColumnsOf(one)),
    )),
  ]
  const damaged = new Set(differences.map(({ orderId }) => orderId))
  if (repair) {
    const writes = derived
      .filter(({ order }) => damaged.has(order.order_id))
      .map(({ order, projection, heads }): Write => {
        const last = announced.get(order.order_id)
        return {
          order: last === undefined ? order : { ...order, ...asAnnounced(order.created_at, last) },
          projection,
          heads,
          changes: [],
          sides: bothSides,
        }
      })
    await writeProjections(db, writes, new Date(now()))
  }
  const corrections = repair ? [] : orders.filter(({ order_id }) => damaged.has(order_id))
  return { last: orderIds.at(-1), orders: orderIds.length, differences, corrections }
}

type Announced = Rows['announced']

const selectAnnounced = statement('announced order_id')(`
SELECT o.order_id::text, last.order_seq, last.status, (
  SELECT completion_secs FROM order_events e
  WHERE e.order_id = o.order_id AND e.status = 'completed' AND e.type = 'order.status_changed'
  ORDER BY e.order_seq DESC LIMIT 1) AS completion_secs
FROM unnest($1::uuid[]) AS o (order_id) CROSS JOIN LATERAL (
  SELECT order_seq, status FROM order_events e WHERE e.order_id = o.order_id ORDER BY order_seq DESC LIMIT 1) last`)

/** Readers hear of a repair only where they were told otherwise. */
async function announcedOf(db: Sql, orderIds: readonly string[]): Promise<Map<string, Announced>> {
  const rows = await db.query(selectAnnounced, [orderIds])
  return new Map(rows.map((row) => [row.order_id, row]))
}

const asAnnounced = (createdAt: Date, { order_seq, status, completion_secs }: Announced) => ({
  status,
  last_event_seq: order_seq,
  completed_at: completion_secs === null ? null : new Date(createdAt.getTime() + completion_secs * 1000),
})

type Row = { readonly order_id: string; readonly side?: string; readonly [column: string]: unknown }

/** PostgreSQL compares by the columns' types. */
export function differing(table: 'orders' | 'intents', key: readonly string[], columns: readonly string[]) {
  const pairs = columns.map((column) => `('${column}', to_jsonb(s.${column}), to_jsonb(e.${column}))`)
  return statement('orderDifference order_id side column')(`
SELECT s.order_id::text, ${table === 'intents' ? "s.side || ''" : "''"} AS side, d.name AS column, d.stored, d.expected
FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) e JOIN ${table} s USING (${key.join(', ')})
CROSS JOIN LATERAL (VALUES ${pairs.join(', ')}) d (name, stored, expected)
WHERE d.stored IS DISTINCT FROM d.expected ORDER BY 1, 2, 3`)
}

async function compare(
  db: Sql,
  table: 'orders' | 'intents',
  key: readonly string[],
  expected: readonly Row[],
): Promise<(Difference & { orderId: string })[]> {
  const columns = Object.keys(expected[0] ?? {}).filter((column) => !key.includes(column))
  if (columns.length === 0) return []
  const rows = await db.query(differing(table, key, columns), [JSON.stringify(expected)])
  return rows.map(({ order_id: orderId, side, column, stored, expected: right }) => ({
    of: table === 'orders' ? `order ${orderId}` : `order ${orderId}, ${side} intent`,
    column,
    stored,
    expected: right,
    orderId,
  }))
}
