import { withConnection } from '@tandem/service-kit'
import type { Pool, PoolClient } from 'pg'
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
import type { Difference, OrderCorrection } from './replay.store.ts'
import { foldLock } from './stats.store.ts'

/** The contribution of every order to the roll-ups as it stands, less what is still to be folded. */
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

/** Each sum as `s` has it and as `e` does, after its name. */
const storedAndExpected = hourSums
  .map((column) => `('${column}', s.${column}::numeric, e.${column}::numeric)`)
  .join(', ')

const hourDifferences = `${contributions}, expected AS (
  SELECT hour, source_asset, dest_asset, ${sumsOfChanges} FROM contributions GROUP BY 1, 2, 3
)
SELECT hour, source_asset, dest_asset, d.name AS column, coalesce(d.stored, 0)::text AS stored,
  coalesce(d.expected, 0)::text AS expected,
  (coalesce(d.expected, 0) - coalesce(d.stored, 0))::text AS delta
FROM expected e FULL JOIN stats_hours s USING (hour, source_asset, dest_asset)
CROSS JOIN LATERAL (VALUES ${storedAndExpected}) d (name, stored, expected)
WHERE coalesce(d.stored, 0) <> coalesce(d.expected, 0) ORDER BY 1, 2, 3, 4`

const userDifferences = `${contributions}, hours AS (
  SELECT user_id, hour, sum(created) AS created FROM contributions GROUP BY 1, 2
), expected AS (
  SELECT user_id, sum(created) AS total, max(hour) FILTER (WHERE created > 0) AS last_hour FROM hours GROUP BY 1
)
SELECT user_id, coalesce(s.total_orders, 0)::text AS stored, coalesce(e.total, 0)::text AS expected,
  (coalesce(e.total, 0) - coalesce(s.total_orders, 0))::text AS delta,
  s.last_hour AS stored_hour, e.last_hour AS expected_hour
FROM expected e FULL JOIN stats_users s USING (user_id)
WHERE coalesce(s.total_orders, 0) <> coalesce(e.total, 0) OR s.last_hour IS DISTINCT FROM e.last_hour ORDER BY 1`

/** The coarser levels, against the hours that they are the sums of. */
const levelDifferences = (table: string, key: string): string => {
  const sums = hourSums.map((column) => `sum(${column}) AS ${column}`).join(', ')
  return `
WITH e AS (SELECT ${key}, ${sums} FROM stats_hours GROUP BY ${key})
SELECT concat_ws(' ', ${key}) AS key, d.name AS column, coalesce(d.stored, 0)::text AS stored,
  coalesce(d.expected, 0)::text AS expected
FROM e FULL JOIN ${table} s USING (${key}) CROSS JOIN LATERAL (VALUES ${storedAndExpected}) d (name, stored, expected)
WHERE coalesce(d.stored, 0) <> coalesce(d.expected, 0) ORDER BY 1, 2`
}

const levels = [
  { table: 'stats_pairs', key: 'source_asset, dest_asset' },
  { table: 'stats_hour_totals', key: 'hour' },
] as const

const counterDifferences = `${contributions}, expected AS (
  SELECT 'orders' AS name, sum(created) AS value FROM contributions
  UNION ALL SELECT 'users', count(*) FROM (SELECT FROM contributions GROUP BY user_id HAVING sum(created) > 0) users
  UNION ALL SELECT 'status:' || status, sum(delta) FROM (
    SELECT status, 1 AS delta FROM orders
    UNION ALL SELECT status, -delta FROM (${statusDeltasOf('batch')}) to_fold) statuses GROUP BY status
)
SELECT name, coalesce(s.value, 0)::text AS stored, coalesce(e.value, 0)::text AS expected,
  (coalesce(e.value, 0) - coalesce(s.value, 0))::text AS delta
FROM expected e FULL JOIN (SELECT * FROM stats_counters WHERE name IN ('orders', 'users') OR name LIKE 'status:%') s
  USING (name)
WHERE coalesce(s.value, 0) <> coalesce(e.value, 0) ORDER BY 1`

type HourRow = {
  hour: Date
  source_asset: string
  dest_asset: string
  column: string
  stored: string
  expected: string
  delta: string
}
type UserRow = {
  user_id: string
  stored: string
  expected: string
  delta: string
  stored_hour: Date | null
  expected_hour: Date | null
}
type LevelRow = { key: string; column: string; stored: string; expected: string }
type CounterRow = { name: string; stored: string; expected: string; delta: string }

/**
 * Computes every roll-up anew from the orders and compares it with what stands, in one snapshot. A repair adds what is
 * missing rather than writing what should stand: so it holds beside watchers, which add theirs meanwhile.
 *
 * @param options.corrections orders whose row was found to be wrong and is still so: what they should be.
 */
export async function replayRollups(
  pool: Pool,
  { repair, corrections }: { repair: boolean; corrections: readonly OrderCorrection[] },
): Promise<Difference[]> {
  return withConnection(pool, async (db) => {
    // A lock of the session, taken before the snapshot: what was folded while this waited is then seen.
    await db.query('SELECT pg_advisory_lock($1)', [String(foldLock)])
    await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const corrected = JSON.stringify(corrections)
    const hours = (await db.query<HourRow>(hourDifferences, [corrected])).rows
    const users = (await db.query<UserRow>(userDifferences, [corrected])).rows
    const coarser: Difference[] = []
    for (const { table, key } of levels) {
      const { rows } = await db.query<LevelRow>(levelDifferences(table, key))
      coarser.push(...rows.map((row) => differenceOf(`${table} ${row.key}`, row.column, row)))
    }
    const counters = (await db.query<CounterRow>(counterDifferences, [corrected])).rows
    await db.query('COMMIT')
    if (repair) {
      await db.query('BEGIN')
      // Before any row: a process that rolls up has this table and waits for rows. The levels are then sums of one
      // moment.
      if (coarser.length > 0) await db.query('LOCK TABLE stats_hours IN SHARE ROW EXCLUSIVE MODE')
      // The counters first, as every process that rolls up takes them.
      await addToCounters(db, counters)
      await addToHours(db, hours)
      await addToUsers(db, users)
      // After the hours, whose change the triggers have added to them.
      if (coarser.length > 0) await rebuildLevels(db)
      await db.query('COMMIT')
    }
    await db.query('SELECT pg_advisory_unlock($1)', [String(foldLock)])
    return [
      ...hours.map((row) =>
        differenceOf(`stats_hours ${row.hour.toISOString()} ${row.source_asset} ${row.dest_asset}`, row.column, row),
      ),
      ...users.flatMap(userDifferencesOf),
      ...coarser,
      ...counters.map((row) => differenceOf(`stats_counters ${row.name}`, 'value', row)),
    ]
  })
}

const differenceOf = (
  of: string,
  column: string,
  { stored, expected }: { stored: unknown; expected: unknown },
): Difference => ({
  of,
  column,
  stored,
  expected,
})

async function addToHours(db: PoolClient, rows: readonly HourRow[]): Promise<void> {
  await db.query(
    `INSERT INTO stats_hours AS s (hour, source_asset, dest_asset, ${hourSums.join(', ')})
     SELECT hour, source_asset, dest_asset,
       ${hourSums.map((column) => `coalesce(sum(delta) FILTER (WHERE name = '${column}'), 0)`).join(', ')}
     FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::numeric[])
       AS d (hour, source_asset, dest_asset, name, delta)
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
     ON CONFLICT (hour, source_asset, dest_asset)
     DO UPDATE SET ${hourSums.map((column) => `${column} = s.${column} + excluded.${column}`).join(', ')}`,
    [
      rows.map(({ hour }) => hour),
      rows.map(({ source_asset }) => source_asset),
      rows.map(({ dest_asset }) => dest_asset),
      rows.map(({ column }) => column),
      rows.map(({ delta }) => delta),
    ],
  )
}

function userDifferencesOf({ user_id, stored_hour, expected_hour, ...row }: UserRow): Difference[] {
  const hour = { stored: stored_hour, expected: expected_hour }
  return [
    ...(row.stored === row.expected ? [] : [differenceOf(`stats_users ${user_id}`, 'total_orders', row)]),
    ...(stored_hour?.getTime() === expected_hour?.getTime()
      ? []
      : [differenceOf(`stats_users ${user_id}`, 'last_hour', hour)]),
  ]
}

async function addToUsers(db: PoolClient, rows: readonly UserRow[]): Promise<void> {
  await db.query(
    `INSERT INTO stats_users AS s (user_id, total_orders, last_hour)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::timestamptz[])
     ON CONFLICT (user_id) DO UPDATE
     SET total_orders = s.total_orders + excluded.total_orders, last_hour = excluded.last_hour`,
    [
      rows.map(({ user_id }) => user_id),
      rows.map(({ delta }) => delta),
      rows.map(({ expected_hour }) => expected_hour),
    ],
  )
  await db.query('DELETE FROM stats_users WHERE total_orders = 0 AND user_id = ANY($1)', [
    rows.map(({ user_id }) => user_id),
  ])
}

async function rebuildLevels(db: PoolClient): Promise<void> {
  for (const { table, key } of levels) {
    const sums = hourSums.map((column) => `sum(${column})`).join(', ')
    await db.query(`DELETE FROM ${table}`)
    await db.query(
      `INSERT INTO ${table} (${key}, ${hourSums.join(', ')}) SELECT ${key}, ${sums} FROM stats_hours GROUP BY ${key}`,
    )
  }
}

async function addToCounters(db: PoolClient, rows: readonly CounterRow[]): Promise<void> {
  await db.query(
    `INSERT INTO stats_counters AS s (name, value)
     SELECT * FROM unnest($1::text[], $2::bigint[]) d (name, delta) ORDER BY name
     ON CONFLICT (name) DO UPDATE SET value = s.value + excluded.value`,
    [rows.map(({ name }) => name), rows.map(({ delta }) => delta)],
  )
}
