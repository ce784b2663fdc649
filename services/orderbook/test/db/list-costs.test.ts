/** What lists and totals cost, in rows that are read: time depends on the machine, rows do not. */
import { beforeAll, expect, it } from '@jest/globals'
import type { SqlDatabase } from '@tandem/service-kit'
import { unchecked } from '@tandem/service-kit/testing'
import { seedOrders } from '../../bench/seed.ts'
import { newestSeq } from '../../src/events/db/newest-seq.ts'
import { makeOrderLister } from '../../src/orders/db/order-list.store.ts'
import type { OrderFilter } from '../../src/orders/ports.ts'
import { foldStats } from '../../src/stats/db/fold-stats.ts'
import { rowsRead, statementsSent } from '../support/rows-read.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const orders = 40_000
const database = useDatabase('list_costs')

beforeAll(async () => {
  await seedOrders({ databaseUrl: database.url, orders, isHistory: true })
  await foldStats(database.prisma)
})
/** How many rows all statements of a read touch. */
async function costOf(read: (sql: SqlDatabase) => Promise<unknown>): Promise<number> {
  let rows = 0
  const sql: SqlDatabase = {
    query: async (text, values: readonly unknown[]) => {
      rows += await rowsRead(database.pool, text, values)
      return database.sql.query(text, values)
    },
    transaction: (work) => work(sql),
  }
  await read(sql)
  return rows
}

/** A page and one more row. Each order takes three rows: itself and its two sides. */
const page = { direction: 'desc', limit: 21, from: { offset: 0 } } as const

it.each<[string, OrderFilter, number]>([
  ['all orders', {}, 100],
  ['a status of most orders', { statuses: ['completed'] }, 100],
  ['a status of few orders', { statuses: ['refundable'] }, 100],
  ['a user of many orders', { userId: 'user-0' }, 100],
  ['a user whose orders are all old', { userId: 'user-left' }, 100],
  ['the address of the solver of most orders', { address: `0x${'2'.repeat(40)}` }, 300],
  ['a span of time', { createdBefore: new Date(Date.now() - 80 * 86_400_000) }, 100],
  ['a transaction that no order has', { txHash: `0x${'5'.repeat(64)}` }, 10],
  ['an asset of most orders', { asset: 'devnet_a:usdc' }, 100],
  ['an asset that no order has', { asset: 'devnet_c:usdc' }, 10],
  ['a chain that no order has', { sourceChain: 'devnet_c' }, 10],
])('a page of %s reads little more than the page', async (_name, filter, most) => {
  expect(await costOf((sql) => makeOrderLister(sql, 60_000).list({ ...page, filter }))).toBeLessThan(most)
})

it.each<[string, OrderFilter]>([
  ['all orders', {}],
  ['a status', { statuses: ['completed'] }],
  ['a user', { userId: 'user-0' }],
])('the total of %s reads only the orders of the few events that are to be folded', async (_name, filter) => {
  await database.sql.query(unchecked(`UPDATE stats_counters SET value = value - 5 WHERE name = 'folded_seq'`), [])
  try {
    expect(await costOf((sql) => makeOrderLister(sql, 60_000).total(filter))).toBeLessThan(200)
  } finally {
    await database.sql.query(unchecked(`UPDATE stats_counters SET value = value + 5 WHERE name = 'folded_seq'`), [])
  }
})

it('the number of the newest event is found without reading the others', async () => {
  const sent = await statementsSent(database.pool, newestSeq)
  expect(sent).toHaveLength(1)
  for (const { text, values } of sent) expect(await rowsRead(database.pool, text, values)).toBe(1)
})
