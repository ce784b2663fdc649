import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { orderPageSchema, statsSchema } from '@tandem/contracts'
import { type LocalPostgres, startPostgres, until } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import pg from 'pg'
import request from 'supertest'
import { compose, type Orderbook } from '../../src/compose.ts'
import { createOrder, resultOf } from '../support/api.ts'
import { migrationsDir } from '../support/database.ts'
import { silentLogger, testConfig } from '../support/orderbook.ts'

let primary: LocalPostgres
let standby: LocalPostgres
let orderbook: Orderbook
let api: ReturnType<typeof request>

beforeAll(async () => {
  primary = await startPostgres({ fast: true })
  await applyMigrations({ databaseUrl: await primary.createDatabase('orderbook'), migrationsDir })
  standby = await startPostgres({ fast: true, standbyOf: primary })
  const env = { DATABASE_READ_URL: standby.url('orderbook'), STATS_CACHE_SECS: '0' }
  orderbook = compose(testConfig(primary.url('orderbook'), env), { logger: silentLogger })
  api = request(await orderbook.start())
})
afterAll(async () => {
  await orderbook?.stop()
  await standby?.stop()
  await primary?.stop()
})

async function query<T extends pg.QueryResultRow>(server: LocalPostgres, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.url('orderbook') })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

const listed = async (order = 'desc') => {
  const page = resultOf(await api.get(`/orders?order=${order}`), orderPageSchema)
  return page.data.map(({ order_id }) => order_id)
}
const totalOrders = async () => resultOf(await api.get('/stats'), statsSchema).all_time.total_orders
/** How often the standby's own table of orders was read. */
const readsOfStandby = async () => {
  const [row] = await query<{ reads: number }>(
    standby,
    "SELECT (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int AS reads FROM pg_stat_user_tables WHERE relname = 'orders'",
  )
  return row?.reads ?? 0
}

/** The startup message of the first connection that an orderbook opens to its replica. */
async function startupOf(env: Record<string, string>): Promise<string> {
  const beginnings: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(standby.url()).port), '127.0.0.1')
    client.once('data', (bytes) => beginnings.push(bytes.toString('latin1')))
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(standby.url('orderbook'))
  url.port = String((server.address() as AddressInfo).port)
  const config = testConfig(primary.url('orderbook'), { DATABASE_READ_URL: url.href, ...env })
  const one = compose(config, { logger: silentLogger })
  try {
    await one.start()
    await until(() => beginnings.length > 0, 'a connection to the replica')
    return beginnings[0] ?? ''
  } finally {
    await one.stop()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

describe('a streaming replica of the database', () => {
  it.each<[string, (direct: string) => Record<string, string>, boolean]>([
    ['starts with its limits where there is no pool', () => ({}), true],
    ['is behind a pool where the primary is, which takes no settings', (url) => ({ DATABASE_DIRECT_URL: url }), false],
  ])('%s', async (_case, envOf, hasLimits) => {
    const startup = await startupOf(envOf(primary.url('orderbook')))
    expect(startup).toContain('tandem-orderbook')
    expect(startup.includes('statement_timeout')).toBe(hasLimits)
  })

  const ids: string[] = []

  it('serves lists and statistics', async () => {
    ids.push((await createOrder(api)).order_id)
    await until(async () => (await listed()).length === 1 && (await readsOfStandby()) > 0, 'what the replica is to do')
    await until(async () => (await totalOrders()) === 1, 'what the replica is to do')
    expect(await listed('asc')).toEqual(ids)
  })

  it('is left for the primary when it falls behind, and used again when it has caught up', async () => {
    await query(standby, 'SELECT pg_wal_replay_pause()')
    ids.unshift((await createOrder(api)).order_id)
    await until(async () => (await listed()).length === 2, 'what the replica is to do')
    expect(await listed('asc')).toHaveLength(2)
    expect(await query(standby, 'SELECT order_id FROM orders')).toHaveLength(1)
    expect(await totalOrders()).toBe(2)
    await query(standby, 'SELECT pg_wal_replay_resume()')
  })

  it('fails no request when it dies', async () => {
    await standby.kill()
    expect(await listed()).toEqual(ids)
    expect(await totalOrders()).toBe(2)
    expect((await api.get('/ready')).status).toBe(200)
  })

  it('that was promoted is not read from: it is no standby of the primary any more', async () => {
    await standby.restart()
    await query(standby, 'SELECT pg_promote()')
    await query(standby, 'DELETE FROM order_events; DELETE FROM intents; DELETE FROM orders')
    // Twice a second the orderbook asks whether the replica is a standby.
    await until(async () => (await listed()).length === 2, 'what the replica is to do')
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await listed()).toEqual(ids)
      await sleep(100)
    }
  })
})
