import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { readinessSchema } from '@tandem/contracts'
import { startTcpProxy, type TcpProxy, until } from '@tandem/local-services'
import type request from 'supertest'
import { createOrder, errorOf } from '../support/api.ts'
import { keep } from '../support/parts.ts'
import { type Replica, startReplica, useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('outage')
let proxy: TcpProxy
let api: Replica['api']
beforeAll(async () => {
  proxy = await keep(startTcpProxy(database.url))
  // Statistics are not cached, so that each request reads the database.
  const env = { DATABASE_ANSWER_TIMEOUT_MS: '1000', STATS_CACHE_SECS: '0', SHUTDOWN_GRACE_MS: '2000' }
  ;({ api } = await startReplica({ database: proxy }, env, { changed: { listStatementMs: 1_000 } }))
})
afterEach(async () => {
  proxy.resume()
  // The pool finds silent connections one by one, and then the service is ready again.
  await until(async () => (await api.get('/ready')).status === 200, 'the orderbook is ready again')
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
    await until(async () => (await api.get('/ready')).status === 200, 'the orderbook is ready again')
    expect((await createOrder(api)).status).toBe('created')
  })
})
