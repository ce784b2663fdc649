import { beforeAll, expect, it } from '@jest/globals'
import { seedOrders } from '../../bench/seed.ts'
import { makeStatsReader } from '../../src/stats/db/stats.store.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('stats_store')
beforeAll(async () => {
  await seedOrders({ databaseUrl: database.url, orders: 300, days: 3 })
})

it('statistics that are computed anew hold every order, in each of their parts', async () => {
  const { stats } = await makeStatsReader(database.prisma).latest(0, Date.now())
  expect(stats.allTime.totalOrders).toBe(300)
  expect(stats.lastWeek.totalOrders).toBe(300)
  expect(stats.hours?.reduce((sum, { totalOrders }) => sum + totalOrders, 0)).toBe(300)
  expect(stats.pairs.reduce((sum, { orders }) => sum + orders, 0)).toBe(300)
})
