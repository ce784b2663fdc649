/** Lists whose matches are all old, and totals, by the rows that they read: time depends on the machine, and rows do not. */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Sql } from '@tandem/service-kit'
import { unchecked } from '@tandem/service-kit/testing'
import pg from 'pg'
import { seedOrders } from '../../bench/seed.ts'
import { makeOrderLister } from '../../src/orders/db/order-list.store.ts'
import type { OrderFilter } from '../../src/orders/ports.ts'
import { foldStats } from '../../src/stats/db/stats.store.ts'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'
import { rowsRead } from '../support/rows-read.ts'

const orders = 40_000
let database: MigratedDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await migratedDatabase('list_costs')
  pool = new pg.Pool({ connectionString: database.url })
  await seedOrders({ databaseUrl: database.url, orders, isHistory: true })
  await foldStats(database.prisma)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** The rows of all statements that a read sends. */
async function costOf(read: (sql: Sql) => Promise<unknown>): Promise<number> {
  let rows = 0
  await read({
    query: async (text, values: readonly unknown[]) => {
      // An estimate is the planner's, and reads nothing.
      if (!text.startsWith('EXPLAIN')) rows += await rowsRead(pool, text, values)
      return database.sql.query(text, values)
    },
  })
  return rows
}

const filters: OrderFilter[] = [
  { statuses: ['completed'] },
  { statuses: ['refundable', 'expired'] },
  { userId: 'user-0' },
  { userId: 'user-left' },
  { sourceChain: 'devnet_a' },
  { destChain: 'devnet_a' },
  { hubChain: 'devnet_b' },
  { asset: 'devnet_a:usdc' },
  { asset: 'devnet_a:dai' },
  { address: `0x${'2'.repeat(40)}` },
  { address: `0x${'3'.repeat(40)}` },
  { txHash: `0x${'5'.repeat(64)}` },
  { createdAfter: new Date(Date.now() - 10 * 86_400_000) },
  { createdBefore: new Date(Date.now() - 80 * 86_400_000) },
  { updatedAfter: new Date(Date.now() - 20 * 86_400_000) },
]
/** Every filter, and every two of them: solver 3, `user-left` and dai are of old orders alone, and no order has some two. */
const pairs = filters.flatMap((one, index) => filters.slice(index).map((other) => ({ ...one, ...other })))
const lists = (['created_at', 'updated_at'] as const).flatMap((sort) =>
  (['desc', 'asc'] as const).map((direction) => ({ sort, direction })),
)
const tried = 100
/**
 * A page looks how far so many rows of each of two values reach, in up to three places and on two sides, and so many of all orders. It
 * then tries those of one value, each by its own row and its two sides.
 */
const most = (2 * 3 * 2 + 2 + 3 * 2 + 1 + 2) * (tried + 21)

it('no list of two filters, and no total, reads more than what is tried', async () => {
  const dear: unknown[] = []
  for (const filter of pairs) {
    for (const list of lists) {
      const cost = await costOf((sql) =>
        makeOrderLister(sql, tried).list({ ...list, filter, limit: 21, from: { offset: 0 } }),
      )
      if (cost > most) dear.push({ ...list, filter, cost })
    }
    const cost = await costOf((sql) => makeOrderLister(sql, tried).count(filter, 21))
    if (cost > most) dear.push({ filter, cost })
  }
  expect(dear).toEqual([])
})

it.each<[string, OrderFilter]>([
  ['all orders', {}],
  ['a status', { statuses: ['completed'] }],
  ['a user', { userId: 'user-0' }],
])('the total of %s reads only the orders of the few events that are to be folded', async (_name, filter) => {
  await database.sql.query(unchecked(`UPDATE stats_counters SET value = value - 5 WHERE name = 'folded_seq'`), [])
  try {
    expect(await costOf((sql) => makeOrderLister(sql).count(filter, 1_000))).toBeLessThan(200)
  } finally {
    await database.sql.query(unchecked(`UPDATE stats_counters SET value = value + 5 WHERE name = 'folded_seq'`), [])
  }
})
