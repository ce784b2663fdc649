import { command, type Sql } from '@tandem/service-kit'
import { type Db, execute, type PrismaClient, rowsOf } from '../../db/client.ts'
import { takeLock } from '../../db/locks.ts'
import { statement } from '../../db/statements.ts'
import { sequenceEvents } from '../../events/db/event.store.ts'
import { completionBounds, type Stats, type StatsReader } from '../read-stats.ts'
import { changesOf, hourSums, statusDeltasOf, sumsOfChanges } from './counting.ts'
import { newestTimesOf, percentilesOfTimes } from './route-times.store.ts'

const batchSize = 5_000

/** Every writer takes rows in one order, counters by name and then hours, so that watchers never deadlock. */
const rollUp = (events: string, more = '') =>
  command(`
WITH batch AS (${changesOf(events)}
), hours AS (
  INSERT INTO stats_hours (hour, source_asset, dest_asset, ${hourSums.join(', ')})
  SELECT hour, source_asset, dest_asset, ${sumsOfChanges}
  FROM batch GROUP BY hour, source_asset, dest_asset
  HAVING bool_or(created <> 0 OR completed <> 0 OR cancelled <> 0) ORDER BY hour, source_asset, dest_asset
  ON CONFLICT (hour, source_asset, dest_asset) DO UPDATE
  SET ${hourSums.map((column) => `${column} = stats_hours.${column} + excluded.${column}`).join(', ')}
), users AS (
  INSERT INTO stats_users (user_id, total_orders, last_hour)
  SELECT user_id, count(*), max(hour) FROM batch WHERE created = 1 GROUP BY user_id
  ON CONFLICT (user_id) DO UPDATE SET total_orders = stats_users.total_orders + excluded.total_orders,
    last_hour = greatest(stats_users.last_hour, excluded.last_hour)
  RETURNING (xmax = 0) AS is_new
)
INSERT INTO stats_counters (name, value)
SELECT name, sum(delta) FROM (
  SELECT 'orders' AS name, sum(created) AS delta FROM batch
  UNION ALL SELECT 'status:' || status, sum(delta) FROM (${statusDeltasOf('batch')}) statuses GROUP BY status
  UNION ALL SELECT 'users', count(*) FROM users WHERE is_new
  ${more}
) deltas GROUP BY name HAVING sum(delta) <> 0 ORDER BY name
ON CONFLICT (name) DO UPDATE SET value = stats_counters.value + excluded.value`)

/** `$1`, `$2`: the last folded seq, and this batch's. */
const foldBatch = rollUp(
  'SELECT * FROM order_events WHERE seq > $1 AND seq <= $2 AND NOT rolled_up',
  `UNION ALL SELECT 'folded_seq', $2::bigint - $1::bigint`,
)

/** In the writing transaction, for status changes. Creations are folded later, so that none waits for another. */
export async function rollUpEvents(db: Sql, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length > 0) await db.query(rollUpByIds, [eventIds])
}

const rollUpByIds = rollUp('SELECT * FROM order_events WHERE id = ANY($1::bigint[])')

const foldRange = statement('foldRange folded last')(`
SELECT folded::float8, least(folded + ${batchSize}, (SELECT coalesce(max(seq), 0) FROM order_events))::float8 AS last
FROM (SELECT coalesce((SELECT value FROM stats_counters WHERE name = 'folded_seq'), 0) AS folded) counter`)

/** Idempotent. */
export async function foldStats(prisma: PrismaClient): Promise<void> {
  await sequenceEvents(prisma)
  const waiting = await nextRange(prisma)
  for (let more = waiting !== undefined; more; ) {
    more = await prisma.$transaction(
      async (tx) => {
        await takeLock(tx, 'fold')
        // Another replica may have folded it.
        const range = await nextRange(tx)
        if (range === undefined) return false
        await execute(tx, foldBatch, range.folded, range.last)
        return range.last - range.folded === batchSize
      },
      { timeout: 30_000, maxWait: 10_000 },
    )
  }
}

async function nextRange(db: Db) {
  const [range] = await rowsOf(db, foldRange)
  return range !== undefined && range.last > range.folded ? range : undefined
}

/** As JSON writes it. */
const hoursSince = statement('statsHour *')(`
SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') AS hour, total_orders::float8 AS "totalOrders",
  completed_orders::float8 AS "completedOrders", cancelled_orders::float8 AS "cancelledOrders",
  completed_volume_usd::float8 AS "volumeUsd"
FROM stats_hour_totals WHERE hour >= $1 AND total_orders > 0 ORDER BY stats_hour_totals.hour`)

const classes = [-1, ...completionBounds].map((above, index) => {
  const upTo = completionBounds[index]
  return `count(*) FILTER (WHERE took.secs > ${above}${upTo === undefined ? '' : ` AND took.secs <= ${upTo}`})`
})

/** A bounded number of orders for each pair of assets. */
const newestTimes = statement('newestTimes *')(`
SELECT orders, p50_secs AS "p50Secs", p95_secs AS "p95Secs", counts,
  to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since
FROM (SELECT ${percentilesOfTimes}, array[${classes.join(', ')}]::float8[] AS counts
  ${newestTimesOf('(SELECT source_asset AS source, dest_asset AS destination FROM stats_pairs) route', '$1')}) measured
WHERE orders > 0`)

const topPairs = statement('topPair *')(`
SELECT split_part(source_asset, ':', 1) AS source, split_part(dest_asset, ':', 1) AS destination,
  sum(total_orders)::float8 AS orders, sum(completed_volume_usd)::float8 AS volume
FROM stats_pairs GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 10`)

const topAssets = statement('topAsset *')(`
SELECT asset, sum(total_orders)::float8 AS orders, sum(completed_volume_usd)::float8 AS volume
FROM (SELECT source_asset AS asset, total_orders, completed_volume_usd FROM stats_pairs
  UNION ALL SELECT dest_asset, total_orders, completed_volume_usd FROM stats_pairs) sides
GROUP BY asset ORDER BY 2 DESC, 1 LIMIT 10`)

/** @param reads a replica may serve them. */
export function makeStatsReader(
  prisma: PrismaClient,
  reads?: (work: (db: Db) => Promise<Stats>) => Promise<Stats>,
): StatsReader {
  return {
    latest: async (maxAgeMs, nowMs) => {
      const fresh = await freshSnapshot(prisma, nowMs - maxAgeMs, nowMs)
      if (fresh !== undefined) return fresh
      await foldStats(prisma)
      return prisma.$transaction(
        async (tx) => {
          await takeLock(tx, 'snapshot')
          // Another replica may have computed them.
          const computed = await freshSnapshot(tx, nowMs - maxAgeMs, nowMs)
          if (computed !== undefined) return computed
          const stats = await (reads === undefined ? compute(tx, nowMs) : reads((db) => compute(db, nowMs)))
          const computedAt = new Date(nowMs)
          await tx.statsSnapshot.upsert({
            where: { id: 1 },
            create: { id: 1, computedAt, body: stats },
            update: { computedAt, body: stats },
          })
          return { stats, computedAtMs: nowMs }
        },
        { timeout: 30_000, maxWait: 10_000 },
      )
    },
  }
}

async function freshSnapshot(db: Db, newerThanMs: number, nowMs: number) {
  const row = await db.statsSnapshot.findUnique({ where: { id: 1 } })
  const computedAtMs = row?.computedAt.getTime() ?? 0
  // A snapshot from the future means that a clock was set back.
  if (row === null || computedAtMs <= newerThanMs || computedAtMs > nowMs) return undefined
  return { stats: row.body as Stats, computedAtMs }
}

async function compute(db: Db, nowMs: number): Promise<Stats> {
  const hourMs = 3_600_000
  const hoursAgo = (hours: number) => new Date(Math.floor(nowMs / hourMs) * hourMs - hours * hourMs)
  const [allTime, lastDay, lastWeek, pairs, assets, hours, [completionTimes = null]] = [
    await windowStats(db),
    await windowStats(db, hoursAgo(24)),
    await windowStats(db, hoursAgo(168)),
    await rowsOf(db, topPairs),
    await rowsOf(db, topAssets),
    await rowsOf(db, hoursSince, hoursAgo(168)),
    await rowsOf(db, newestTimes, hoursAgo(168)),
  ]
  return { allTime, lastDay, lastWeek, pairs, assets, hours, completionTimes }
}

const sums = {
  totalOrders: true,
  completedOrders: true,
  cancelledOrders: true,
  completedVolume: true,
  completionSecs: true,
} as const

/**
 * From the level with the fewest rows.
 * @param from the first hour.
 */
async function windowStats(db: Db, from?: Date) {
  const { _sum: sum } =
    from === undefined
      ? await db.statsPair.aggregate({ _sum: sums })
      : await db.statsHourTotal.aggregate({ _sum: sums, where: { hour: { gte: from } } })
  const users =
    from === undefined
      ? (await db.statsCounter.findUnique({ where: { name: 'users' } }))?.value
      : await db.statsUser.count({ where: { lastHour: { gte: from } } })
  return {
    totalOrders: Number(sum.totalOrders),
    completedOrders: Number(sum.completedOrders),
    cancelledOrders: Number(sum.cancelledOrders),
    uniqueUsers: Number(users ?? 0),
    volumeUsd: Number(sum.completedVolume),
    completionSecs: Number(sum.completionSecs),
  }
}
