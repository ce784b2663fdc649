import type { Sql, SqlDatabase } from '@tandem/service-kit'
import { formatDecimal, parseDecimal } from '../domain/decimal.ts'
import type { Exposure } from '../makers/domain/allowance.ts'
import type { NewcomerOrders } from '../makers/newcomers.ts'
import { locks } from './locks.ts'

export const exposureDays = 7

/** Enough for a hundred newcomers' orders. */
const mostSettled = 20_000

const countSettled = `
SELECT count(*)::int AS settled FROM (
  SELECT FROM orders o WHERE o.status = 'completed' AND o.created_at > now() - interval '${exposureDays} days'
    AND NOT EXISTS (SELECT FROM newcomer_orders n WHERE n.order_id = o.order_id AND NOT n.is_proven)
  LIMIT ${mostSettled}) settled`

/**
 * Being made, waiting for its source, or with a source that bound the maker and no destination: such a user waits for
 * a refund. A source is seen some minutes late.
 */
const selectUnfilled = `
SELECT n.maker_id, count(*)::int AS orders, sum(n.worth_usd)::text AS usd, count(*) FILTER (WHERE NOT n.is_proven)::int AS risked
FROM newcomer_orders n
LEFT JOIN orders o ON o.order_id = n.order_id
LEFT JOIN intents s ON s.order_id = n.order_id AND s.side = 'source'
LEFT JOIN intents d ON d.order_id = n.order_id AND d.side = 'destination'
WHERE n.begun_at > now() - interval '${exposureDays} days' AND n.order_id IS DISTINCT FROM $1::uuid AND CASE
  WHEN o.order_id IS NULL THEN n.ordered_by > now()
  WHEN d.create_tx_hash IS NOT NULL THEN false
  WHEN s.create_tx_hash IS NULL THEN to_timestamp(o.initiate_by) > now() - interval '10 minutes'
  ELSE floor(extract(epoch FROM s.create_timestamp)) <= o.initiate_by END
GROUP BY n.maker_id`

const insert = `
INSERT INTO newcomer_orders (order_id, maker_id, worth_usd, is_proven, begun_at, ordered_by)
VALUES ($1::uuid, $2, $3::decimal, $4, $5, $6) ON CONFLICT (order_id) DO NOTHING`

export const lockNewcomers = (tx: Sql) => tx.query('SELECT pg_advisory_xact_lock($1)', [locks.newcomers])

export function makeNewcomerOrders(sql: SqlDatabase): NewcomerOrders {
  return {
    exposure: () => read(sql, null),
    admit: (order, at, judge) =>
      sql.transaction(async (tx) => {
        await lockNewcomers(tx)
        const { orderId, makerId, worth, isProven, orderedBy } = order
        if (!judge(await read(tx, orderId))) return false
        await tx.query(insert, [orderId, makerId, formatDecimal(worth, 18), isProven, at, orderedBy])
        return true
      }),
  }
}

async function read(sql: Sql, without: string | null): Promise<Exposure> {
  type Unfilled = { maker_id: string; orders: number; usd: string; risked: number }
  const [settled] = await sql.query<{ settled: number }>(countSettled, [])
  const unfilled = await sql.query<Unfilled>(selectUnfilled, [without])
  const byMaker = new Map(unfilled.map((row) => [row.maker_id, { orders: row.orders, usd: parseDecimal(row.usd) }]))
  return {
    settled: settled?.settled ?? 0,
    atRisk: unfilled.reduce((sum, { risked }) => sum + risked, 0),
    ofMaker: (makerId) => byMaker.get(makerId) ?? { orders: 0, usd: 0n },
  }
}
