import { command, withConnection } from '@tandem/service-kit'
import type { Pool } from 'pg'
import { locks } from '../../db/locks.ts'
import type { Difference, OrderCorrection } from '../../db/replayed.ts'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'
import {
  changesOf,
  eventsToFold,
  hourOf,
  hourSums,
  isCancelled,
  isCompleted,
  statusDeltasOf,
  sumsOfChanges,
} from './counting.ts'

/** Of every order, less what is still to be folded. */
const contributions = `
WITH batch AS (${changesOf(eventsToFold)}), orders AS (
  SELECT o.order_id, o.user_id, o.source_asset, o.dest_asset, o.created_at, o.volume_usd, right_one.*
  FROM public.orders o LEFT JOIN jsonb_to_recordset($1::jsonb) c (order_id uuid, status text, completed_at timestamptz)
    USING (order_id)
  CROSS JOIN LATERAL (SELECT coalesce(c.status, o.status) AS status,
    CASE WHEN c.status IS NULL THEN o.completed_at ELSE c.completed_at END AS completed_at) right_one
), contributions AS (
  SELECT user_id, source_asset, dest_asset, ${hourOf('created_at')} AS hour, status, 1 AS created,
    ${isCompleted('status')} AS completed, ${isCancelled('status')} AS cancelled, volume_usd,
    floor(extract(epoch FROM completed_at - created_at) + 0.5)::int AS completion_secs
  FROM orders
  UNION ALL
  SELECT user_id, source_asset, dest_asset, hour, NULL, -created, -completed, -cancelled,
    volume_usd, completion_secs
  FROM batch
)`

type RollUp = {
  readonly table: string
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** From {@link contributions}. */
  readonly expected: string
  readonly rows?: string
  /** Kept by triggers on stats_hours. */
  readonly isLevel?: boolean
}

const levelOf = (table: string, key: readonly string[]): RollUp => ({
  ...{ table, key, columns: hourSums, isLevel: true },
  expected: `SELECT ${key.join(', ')}, ${sumsOfChanges} FROM contributions GROUP BY ${key.join(', ')}`,
})

const rollUps: readonly RollUp[] = [
  {
    table: 'stats_hours',
    key: ['hour', 'source_asset', 'dest_asset'],
    columns: hourSums,
    expected: `SELECT hour, source_asset, dest_asset, ${sumsOfChanges} FROM contributions GROUP BY 1, 2, 3`,
  },
  {
    table: 'stats_users',
    key: ['user_id'],
    columns: ['total_orders', 'last_hour'],
    expected: `SELECT user_id, sum(created) AS total_orders, max(hour) FILTER (WHERE created > 0) AS last_hour
      FROM (SELECT user_id, hour, sum(created) AS created FROM contributions GROUP BY 1, 2) hours
      GROUP BY 1 HAVING sum(created) > 0`,
  },
  {
    table: 'stats_counters',
    key: ['name'],
    columns: ['value'],
    expected: `SELECT 'orders' AS name, sum(created) AS value FROM contributions
      UNION ALL SELECT 'users', count(*) FROM (SELECT FROM contributions GROUP BY user_id HAVING sum(created) > 0) users
      UNION ALL SELECT 'status:' || status, sum(delta) FROM (
        SELECT status, 1 AS delta FROM orders
        UNION ALL SELECT status, -delta FROM (${statusDeltasOf('batch')}) to_fold) statuses GROUP BY status`,
    rows: `name IN ('orders', 'users') OR name LIKE 'status:%'`,
  },
  levelOf('stats_pairs', ['source_asset', 'dest_asset']),
  levelOf('stats_hour_totals', ['hour']),
]

/** Zero rows are as good as none. */
const cellsOf = (rows: string, { key, columns }: RollUp): string =>
  `SELECT concat_ws(' ', ${key.join(', ')}) AS key, cell.key AS column, cell.value
   FROM (${rows}) r CROSS JOIN LATERAL jsonb_each_text(jsonb_build_object(${columns
     .map((column) => `'${column}', r.${column}`)
     .join(', ')})) cell WHERE cell.value !~ '^0(\\.0*)?$'`

const differencesOf = (rollUp: RollUp) =>
  statement('rollUpDifference of column')(`
${contributions}, expected AS (${cellsOf(rollUp.expected, rollUp)}),
stored AS (${cellsOf(`SELECT * FROM ${rollUp.table} WHERE ${rollUp.rows ?? 'true'}`, rollUp)})
SELECT '${rollUp.table} ' || key AS of, "column", s.value AS stored, e.value AS expected
FROM expected e FULL JOIN stored s USING (key, "column") WHERE s.value IS DISTINCT FROM e.value ORDER BY 1, 2`)

const insertOf = ({ table, key, columns, expected }: RollUp) => {
  const names = [...key, ...columns].join(', ')
  return command(`INSERT INTO ${table} (${names}) ${contributions} SELECT ${names} FROM (${expected}) expected`)
}

const comparisons = rollUps.map(differencesOf)
const deletions = rollUps.map(({ table, rows = 'true' }) => command(`DELETE FROM ${table} WHERE ${rows}`))
/** The hours bring their levels. */
const insertions = rollUps.filter(({ isLevel }) => !isLevel).map(insertOf)

/**
 * Computes every roll-up anew in one snapshot and compares. A repair makes writers wait.
 * @param options.corrections of wrong orders.
 */
export async function replayRollups(
  pool: Pool,
  { repair, corrections }: { repair: boolean; corrections: readonly OrderCorrection[] },
): Promise<Difference[]> {
  return withConnection(pool, async (db) => {
    const corrected = [JSON.stringify(corrections)]
    // Before the snapshot, so that it sees the last fold.
    await db.query('SELECT pg_advisory_lock($1)', [locks.fold])
    await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const found: Difference[] = []
    for (const comparison of comparisons)
      found.push(...(await db.query<Rows['rollUpDifference']>(comparison, corrected)).rows)
    await db.query('COMMIT')
    if (repair && found.length > 0) {
      await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
      // In the order of the roll-ups' statements, and before the snapshot.
      await db.query(`LOCK TABLE ${rollUps.map(({ table }) => table).join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
      for (const deletion of deletions) await db.query(deletion)
      for (const insertion of insertions) await db.query(insertion, corrected)
      await db.query('COMMIT')
    }
    await db.query('SELECT pg_advisory_unlock($1)', [locks.fold])
    return found
  })
}
