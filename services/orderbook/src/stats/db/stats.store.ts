import { type Db, type PrismaClient, rowsOf } from '../../db/client.ts'
import { takeLock } from '../../db/locks.ts'
import { statement } from '../../db/statements.ts'
import { completionBounds, type Stats, type StatsReader } from '../read-stats.ts'
import { foldStats } from './fold-stats.ts'
import { newestTimesOf, percentilesOfTimes } from './route-times.store.ts'

/** The hour is written as JSON writes dates. */
const hoursSince = statement('statsHour *')(`
SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') AS hour, total_orders::float8 AS "totalOrders",
  completed_orders::float8 AS "completedOrders", cancelled_orders::float8 AS "cancelledOrders",
  completed_volume_usd::float8 AS "volumeUsd"
FROM stats_hours WHERE hour >= $1 AND total_orders > 0 ORDER BY stats_hours.hour`)

const classes = [-1, ...completionBounds].map((above, index) => {
  const upTo = completionBounds[index]
  return `count(*) FILTER (WHERE took.secs > ${above}${upTo === undefined ? '' : ` AND took.secs <= ${upTo}`})`
})

/** Reads at most a hundred orders for each pair of assets. */
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

/** @param reads runs the queries on a replica, where one is configured. */
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
          // Another process may have computed the statistics while this one waited for the lock.
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

/** @param from the first hour that counts. By default every hour counts. */
async function windowStats(db: Db, from?: Date) {
  const { _sum: sum } =
    from === undefined
      ? await db.statsPair.aggregate({ _sum: sums })
      : await db.statsHour.aggregate({ _sum: sums, where: { hour: { gte: from } } })
  const users = await db.statsUser.count(from && { where: { lastHour: { gte: from } } })
  return {
    totalOrders: Number(sum.totalOrders),
    completedOrders: Number(sum.completedOrders),
    cancelledOrders: Number(sum.cancelledOrders),
    uniqueUsers: users,
    volumeUsd: Number(sum.completedVolume),
    completionSecs: Number(sum.completionSecs),
  }
}
