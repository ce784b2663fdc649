/** Lists whose matches are all old, and totals, by the rows that they read: time depends on the machine, and rows do not. */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Sql } from '@tandem/service-kit'
import pg from 'pg'
import { seedOrders } from '../../bench/seed.ts'
import { makeOrderLister } from '../../src/db/order-list.store.ts'
import { foldStats } from '../../src/db/stats.store.ts'
import type { OrderFilter } from '../../src/usecases/ports.ts'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'
import { rowsRead } from '../support/rows-read.ts'

const orders = 40_000
/** A twentieth of them match; some statements read each match, and its sides, a few times. */
const most = orders / 4
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
    query: async <Row>(text: string, values: readonly unknown[]) => {
      // An estimate is the planner's, and reads nothing.
      if (!text.startsWith('EXPLAIN')) rows += await rowsRead(pool, text, values)
      return database.sql.query<Row>(text, values)
    },
  })
  return rows
}

const filters: [string, OrderFilter][] = [
  ['the address of a solver that left', { address: `0x${'3'.repeat(40)}` }],
  ['an asset that was delisted', { asset: 'devnet_a:dai' }],
  ['a user who left', { userId: 'user-left' }],
]
const lists = (['created_at', 'updated_at'] as const).flatMap((sort) =>
  (['desc', 'asc'] as const).map((direction) => ({ sort, direction })),
)

it.each(filters)('lists of %s, and their totals, pass no newer orders', async (_name, filter) => {
  for (const list of lists) {
    const query = { ...list, filter, limit: 21, from: { offset: 0 } }
    const costs = [
      await costOf((sql) => makeOrderLister(sql).list(query)),
      // As if they were too many to be gathered and sorted.
      await costOf((sql) => makeOrderLister(sql, { ofFilter: 40, ofKey: 40, ofChanged: 40 }).list(query)),
    ]
    expect({ ...list, areBounded: costs.every((rows) => rows < most) }).toEqual({ ...list, areBounded: true })
  }
  expect(await costOf((sql) => makeOrderLister(sql).count(filter))).toBeLessThan(most)
})

it.each<[string, OrderFilter]>([
  ['all orders', {}],
  ['a status', { statuses: ['completed'] }],
  ['a user', { userId: 'user-0' }],
  ['two assets that no order has together', { asset: 'devnet_a:dai', sourceChain: 'devnet_c' }],
])('the total of %s reads only the orders of the few events that are to be folded', async (_name, filter) => {
  await database.sql.query(`UPDATE stats_counters SET value = value - 5 WHERE name = 'folded_seq'`, [])
  try {
    expect(await costOf((sql) => makeOrderLister(sql).count(filter))).toBeLessThan(200)
  } finally {
    await database.sql.query(`UPDATE stats_counters SET value = value + 5 WHERE name = 'folded_seq'`, [])
  }
})
