/** A flood of lists takes no connection from what is essential, and no more of the service's time than is allowed. */
import { beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@tandem/local-services'
import pg from 'pg'
import { createOrder, errorOf } from '../support/api.ts'
import { keep } from '../support/parts.ts'
import { startReplica, useOrderbook } from '../support/use-orderbook.ts'

const book = useOrderbook('list_flood', {}, {}, { listStatementMs: 60_000 })
let locker: pg.Client
/** A separate connection, because a transaction sees other sessions only as they were when it first asked. */
let watcher: pg.Client
beforeAll(async () => {
  locker = await keep(connected(), (client) => client.end())
  watcher = await keep(connected(), (client) => client.end())
})

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: book.database.url })
  await client.connect()
  return client
}

/** Lists count with a table that neither quotes nor orders use: while the table is locked, lists wait in PostgreSQL. */
const holdLists = () => locker.query('BEGIN; LOCK TABLE stats_counters IN ACCESS EXCLUSIVE MODE')
const letListsGo = () => locker.query('ROLLBACK')
const waiting = async () => {
  const { rows } = await watcher.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%stats_counters%'`,
  )
  return rows[0].count as number
}

describe('a flood of lists', () => {
  it('keeps nobody from quotes, orders and probes, and is answered up to its limit', async () => {
    const { order_id } = await createOrder(book.api)
    await holdLists()
    let served = 0
    const lists = Array.from({ length: 64 }, async (_, index) => {
      // Each list has a different filter, so that no cache could answer them together.
      const { status } = await book.api.get(index % 2 === 0 ? '/orders' : `/orders/user/user-${index}`)
      if (status === 200) served += 1
      return status
    })
    await until(async () => (await waiting()) >= 3, 'lists that stand still')

    expect((await createOrder(book.api)).status).toBe('created')
    expect((await book.api.get(`/orders/${order_id}`)).status).toBe(200)
    expect((await book.api.get('/health')).status).toBe(200)
    expect((await book.api.get('/ready')).status).toBe(200)
    const refused = errorOf(await book.api.get('/orders'))
    expect([refused.status, refused.code, refused.result]).toEqual([
      503,
      'UNAVAILABLE',
      'Too many lists are being read at once; ask again.',
    ])
    expect(served).toBe(0)

    await letListsGo()
    // Lists that waited too long for a connection were refused.
    for (const status of await Promise.all(lists)) expect([200, 503]).toContain(status)
    expect(served).toBeGreaterThan(0)
    expect((await book.api.get('/orders')).status).toBe(200)
  })

  it('ends each statement at its limit, and says that it was too much', async () => {
    const { api } = await startReplica(book, {}, { changed: { listStatementMs: 300 } })
    await holdLists()
    const { status, code, result } = errorOf(await api.get('/orders'))
    await letListsGo()
    expect([status, code, result]).toEqual([
      503,
      'UNAVAILABLE',
      'The database needs longer for this than a request may take; ask for less',
    ])
    expect((await api.get('/orders')).status).toBe(200)
  })
})
