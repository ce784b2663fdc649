import { expect } from '@jest/globals'
import type pg from 'pg'

const outcomes = `count(*)::int AS total_orders, count(*) FILTER (WHERE status = 'completed')::int AS completed_orders,
  count(*) FILTER (WHERE status IN ('cancelled', 'expired'))::int AS cancelled_orders,
  coalesce(sum(volume_usd) FILTER (WHERE status = 'completed'), 0)::float8 AS completed_volume_usd,
  coalesce(sum(extract(epoch FROM completed_at - created_at)) FILTER (WHERE status = 'completed'), 0)::float8 AS completion_secs`
const storedOutcomes = `total_orders::int, completed_orders::int, cancelled_orders::int, completed_volume_usd::float8, completion_secs::float8`
const hour = `date_trunc('hour', created_at, 'UTC')`

/** Statements for the stored counts, each with one that counts all orders again. */
const counts = {
  pairs: [
    `SELECT source_asset, dest_asset, ${storedOutcomes} FROM stats_pairs ORDER BY 1, 2`,
    `SELECT source_asset, dest_asset, ${outcomes} FROM orders GROUP BY 1, 2 ORDER BY 1, 2`,
  ],
  hours: [
    `SELECT hour, ${storedOutcomes} FROM stats_hours ORDER BY 1`,
    `SELECT ${hour} AS hour, ${outcomes} FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  users: [
    'SELECT user_id, total_orders::int, last_hour FROM stats_users ORDER BY 1',
    `SELECT user_id, count(*)::int AS total_orders, max(${hour}) AS last_hour FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  statuses: [
    `SELECT name, value::int FROM stats_counters WHERE name LIKE 'status:%' AND value <> 0 ORDER BY 1`,
    `SELECT 'status:' || status AS name, count(*)::int AS value FROM orders GROUP BY 1 ORDER BY 1`,
  ],
} as const

/** Expects every count of the roll-ups to be that of the orders. Completions must take whole seconds. */
export async function expectFolded(pool: pg.Pool): Promise<void> {
  for (const [stored, counted] of Object.values(counts)) {
    expect((await pool.query(stored)).rows).toEqual((await pool.query(counted)).rows)
  }
}
