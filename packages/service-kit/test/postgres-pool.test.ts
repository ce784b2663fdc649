import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, startTcpProxy, type TcpProxy, type TestDatabase } from '@tandem/local-services'
import pg from 'pg'
import { isDatabaseOutage, isStatementTimeout } from '../src/database-outage.ts'
import { makePostgresPool, type PostgresPoolOptions } from '../src/postgres-pool.ts'
import { runWithRequestId } from '../src/request-context.ts'
import { inTransaction } from '../src/sql.ts'
import { unchecked } from '../src/testing.ts'

let database: TestDatabase
let proxy: TcpProxy
const pools: pg.Pool[] = []
beforeAll(async () => {
  database = await createTestDatabase('pool')
  proxy = await startTcpProxy(database.url)
})
afterEach(async () => {
  proxy.resume()
  // Not awaited, because a silent connection does not close in order.
  for (const pool of pools.splice(0)) void pool.end().catch(() => undefined)
})
afterAll(async () => {
  await proxy.stop()
  await database.drop()
})

/**
 * `answerMs` is short enough for a test to wait for, and long enough for the answer of a busy machine where one is
 * expected.
 */
function poolOf(over: Partial<PostgresPoolOptions> = {}): pg.Pool {
  const timeouts = { answerMs: 3_000, statementMs: 60_000 }
  const pool = makePostgresPool({ databaseUrl: proxy.url, size: 3, applicationName: 'pool-test', timeouts, ...over })
  pools.push(pool)
  return pool
}

const inRequest = <T>(work: () => Promise<T>) => runWithRequestId('request', work)
const select = (pool: pg.Pool) => pool.query('SELECT 1 AS one')
const outageOf = (work: Promise<unknown>) => work.then(() => 'answered', isDatabaseOutage)

describe('a pool of a request', () => {
  it('gives up a connection that went silent, and others of its age with it', async () => {
    const pool = poolOf()
    const sleeping = Array.from({ length: 3 }, () => pool.query('SELECT pg_sleep(0.2)'))
    await Promise.all(sleeping)
    expect(pool.totalCount).toBe(3)
    proxy.silence()
    expect(await outageOf(inRequest(() => select(pool)))).toBe(true)
    // Two more silent connections were idle. They are closed without losing a statement to them.
    expect((await inRequest(() => select(pool))).rows).toEqual([{ one: 1 }])
  })

  it('gives up a PostgreSQL that hangs, for a new connection as for an old one', async () => {
    const pool = poolOf()
    await select(pool)
    proxy.hang()
    expect(await Promise.all(Array.from({ length: 5 }, () => outageOf(inRequest(() => select(pool)))))).toEqual(
      Array(5).fill(true),
    )
    proxy.resume()
    expect((await inRequest(() => select(pool))).rows).toEqual([{ one: 1 }])
  })

  it('gives up in the middle of a transaction, without waiting for its ROLLBACK', async () => {
    const pool = poolOf()
    const working = inRequest(() =>
      inTransaction(pool, async (db) => {
        await db.query(unchecked('SELECT 1'), [])
        proxy.silence()
        await db.query(unchecked('SELECT 2'), [])
      }),
    )
    expect(await outageOf(working)).toBe(true)
  })

  it('says of a PostgreSQL that is down that it is', async () => {
    const pool = poolOf()
    await select(pool)
    proxy.refuse()
    expect(await outageOf(inRequest(() => select(pool)))).toBe(true)
    expect(await outageOf(inRequest(() => select(pool)))).toBe(true)
  })

  it('waits in a queue that moves, however long it is', async () => {
    const pool = poolOf({ size: 1 })
    const waiting = Array.from({ length: 6 }, () => inRequest(() => pool.query('SELECT pg_sleep(0.4)')))
    expect((await Promise.all(waiting)).map(({ rowCount }) => rowCount)).toEqual(Array(6).fill(1))
  })

  it('lets background work take longer', async () => {
    const pool = poolOf({ timeouts: { answerMs: 300, statementMs: 60_000 } })
    // The connection is opened first, because a busy machine may need longer than the limit to open one.
    await select(pool)
    const slow = () => pool.query('SELECT pg_sleep(0.6)')
    expect(await outageOf(slow())).toBe('answered')
    expect(await outageOf(inRequest(slow))).toBe(true)
  })

  it('tells a statement that PostgreSQL ended at its limit from a PostgreSQL that is not well', async () => {
    const pool = poolOf({ timeouts: { answerMs: 60_000, statementMs: 100 } })
    const slow = await inRequest(() => pool.query('SELECT pg_sleep(60)')).catch((error: unknown) => error)
    expect(isStatementTimeout(slow)).toBe(true)
    expect(isStatementTimeout(await inRequest(() => pool.query('SELECT nothing FROM nowhere')).catch((e) => e))).toBe(
      false,
    )
    // The connection of the timed-out statement is used again.
    expect([(await inRequest(() => select(pool))).rows, pool.totalCount]).toEqual([[{ one: 1 }], 1])
  })

  it('tells an error of the statement from an outage', async () => {
    const pool = poolOf()
    expect(await outageOf(inRequest(() => pool.query('SELECT nothing FROM nowhere')))).toBe(false)
  })
})

describe('PostgreSQL', () => {
  it.each([false, true])('counts times from UTC, behind a pooler: %p', async (isPooled) => {
    const name = new URL(database.url).pathname.slice(1)
    await poolOf().query(`ALTER DATABASE "${name}" SET timezone = 'Asia/Kolkata'`)
    expect((await poolOf({ isPooled }).query('SHOW TimeZone')).rows).toEqual([{ TimeZone: 'UTC' }])
  })

  it('has a limit of its own for locks and for transactions that say nothing', async () => {
    const { rows } = await poolOf({ serverSettings: { max_parallel_workers_per_gather: 0 } }).query(
      `SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout', 'tcp_keepalives_idle',
         'idle_in_transaction_session_timeout', 'max_parallel_workers_per_gather') ORDER BY name`,
    )
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '30000' },
      { name: 'lock_timeout', setting: '10000' },
      { name: 'max_parallel_workers_per_gather', setting: '0' },
      { name: 'statement_timeout', setting: '60000' },
      { name: 'tcp_keepalives_idle', setting: '10' },
    ])
  })

  it('cancels the statement of a request that gave up, which then changes nothing', async () => {
    const direct = new pg.Client({ connectionString: database.url })
    await direct.connect()
    await direct.query('CREATE TABLE counted (n int); INSERT INTO counted VALUES (0)')
    await direct.query('BEGIN; UPDATE counted SET n = n')
    const pool = poolOf({ timeouts: { answerMs: 300, statementMs: 60_000 } })
    // The connection is opened first, because a busy machine may need longer than the limit to open one.
    await select(pool)
    expect(await outageOf(inRequest(() => pool.query('UPDATE counted SET n = n + 1')))).toBe(true)
    const waits = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'pool-test' AND wait_event_type = 'Lock'"
    const watcher = new pg.Client({ connectionString: database.url })
    await watcher.connect()
    while ((await watcher.query(waits)).rowCount !== 0) await new Promise((resolve) => setTimeout(resolve, 50))
    await direct.query('COMMIT')
    expect((await direct.query('SELECT n FROM counted')).rows).toEqual([{ n: 0 }])
    await Promise.all([direct.end(), watcher.end()])
  })
})

describe('a pool behind a pooler in transaction mode', () => {
  it('leaves nothing behind in a session, which the next transaction of another client may get', async () => {
    const seen = async (pool: pg.Pool) => {
      await pool.query({ name: 'tandem_test', text: 'SELECT $1::int', values: [1] })
      const { rows } = await pool.query(
        `SELECT count(*)::int AS prepared, current_setting('lock_timeout') AS lock FROM pg_prepared_statements WHERE name <> ''`,
      )
      return rows[0]
    }
    expect(await seen(poolOf({ size: 1 }))).toEqual({ prepared: 1, lock: '10s' })
    expect(await seen(poolOf({ size: 1, isPooled: true }))).toEqual({ prepared: 0, lock: '0' })
  })
})
