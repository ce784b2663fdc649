import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { unchecked } from '@tandem/service-kit/testing'
import { seedOrders } from '../../bench/seed.ts'
import { foldStats, makeStatsReader } from '../../src/stats/db/stats.store.ts'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'

let database: MigratedDatabase
beforeAll(async () => {
  database = await migratedDatabase('stats_store')
  await seedOrders({ databaseUrl: database.url, orders: 300, days: 3 })
  await foldStats(database.prisma)
})
afterAll(() => database.drop())

it('statistics that are computed anew read no hour of a pair of assets, of which there are as many as hours and pairs', async () => {
  const { stats } = await database.sql.transaction(async (tx) => {
    await tx.query(unchecked('LOCK TABLE stats_hours IN ACCESS EXCLUSIVE MODE'), [])
    return makeStatsReader(database.prisma).latest(0, Date.now())
  })
  expect(stats.allTime.totalOrders).toBe(300)
  expect(stats.lastWeek.totalOrders).toBe(300)
  expect(stats.hours?.reduce((sum, { totalOrders }) => sum + totalOrders, 0)).toBe(300)
  expect(stats.pairs.reduce((sum, { orders }) => sum + orders, 0)).toBe(300)
})
