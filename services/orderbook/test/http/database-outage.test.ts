import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { readinessSchema } from '@tandem/contracts'
import { startTcpProxy, type TcpProxy } from '@tandem/local-services'
import request from 'supertest'
import { compose, type Orderbook } from '../../src/compose.ts'
import { createOrder, errorOf } from '../support/api.ts'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'
import { silentLogger, testConfig } from '../support/orderbook.ts'

let database: MigratedDatabase
let proxy: TcpProxy
let orderbook: Orderbook
let api: ReturnType<typeof request>
beforeAll(async () => {
  database = await migratedDatabase('outage')
  proxy = await startTcpProxy(database.url)
  // Statistics are not cached, so that each request reads the database.
  const env = { DATABASE_ANSWER_TIMEOUT_MS: '1000', STATS_CACHE_SECS: '0', SHUTDOWN_GRACE_MS: '2000' }
  orderbook = compose(testConfig(proxy.url, env, { listStatementMs: 1_000 }), { logger: silentLogger })
  api = request(await orderbook.start())
})
afterEach(async () => {
  proxy.resume()
  // The pool finds silent connections one by one, and then the service is ready again.
  while ((await api.get('/ready')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100))
})
afterAll(async () => {
  await orderbook.stop()
  await proxy.stop()
  await database.drop()
})

const id = crypto.randomUUID()
const quote = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' }
const side = { asset: 'devnet_a:usdc', amount: '1', recipient: `0x${'1'.repeat(40)}` }
const order = { user_id: 'u', quote_id: id, source: side, destination: side, commitment_hash: `0x${'1'.repeat(64)}` }
const reads = ['/orders', '/orders/user/u', `/orders/${id}`, `/orders/${id}/explain`, `/orders/${id}/events`]
const moreReads = ['/events', '/stats', '/webhooks', `/webhooks/${id}/deliveries`, `/quotes/${id}`]
const requests: [string, () => request.Test][] = [
  ...[...reads, ...moreReads].map((path): [string, () => request.Test] => [`GET ${path}`, () => api.get(path)]),
  ['POST /quotes', () => api.post('/quotes').send(quote)],
  ['POST /orders', () => api.post('/orders').send(order)],
  ['POST /orders with a key', () => api.post('/orders').set('Idempotency-Key', 'outage').send(order)],
  ['DELETE /webhooks', () => api.delete(`/webhooks/${id}`)],
]

describe.each([
  ['hangs', () => proxy.hang()],
  ['is down', () => proxy.refuse()],
])('while PostgreSQL %s', (_name, fail) => {
  it('every operation answers 503 UNAVAILABLE with Retry-After, and none 500', async () => {
    fail()
    const answers = await Promise.all(
      requests.map(async ([name, send]) => {
        const response = await send()
        const { status, code } = errorOf(response)
        return { name, status, code, retryAfter: response.headers['retry-after'] }
      }),
    )
    expect(answers).toEqual(
      requests.map(([name]) => ({
        name,
        status: 503,
        code: 'UNAVAILABLE',
        retryAfter: expect.stringMatching(/^\d+$/),
      })),
    )
  })

  it('the process lives, and readiness names the database', async () => {
    fail()
    expect((await api.get('/health')).status).toBe(200)
    const { status, body } = await api.get('/ready')
    expect([status, readinessSchema.parse(body).checks.database?.ok]).toEqual([503, false])
  })
})

describe('once PostgreSQL is back', () => {
  it('so is the service, without a restart', async () => {
    proxy.hang()
    expect((await api.get(`/orders/${id}`)).status).toBe(503)
    proxy.resume()
    while ((await api.get('/ready')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await createOrder(api)).status).toBe('created')
  })
})
