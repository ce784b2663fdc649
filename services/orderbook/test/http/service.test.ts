import { describe, expect, it } from '@jest/globals'
import {
  assetListSchema,
  chainListSchema,
  eventPageSchema,
  explanationSchema,
  readinessSchema,
  routeListSchema,
} from '@tandem/contracts'
import { untilSo } from '@tandem/local-services'
import { unchecked } from '@tandem/service-kit/testing'
import { createOrder, errorOf, resultOf } from '../support/api.ts'
import { networkWire } from '../support/network.ts'
import { useOrderbook } from '../support/use-orderbook.ts'

const book = useOrderbook('service')
describe('GET /health', () => {
  it('answers plain text', async () => {
    const response = await book.api.get('/health')
    expect([response.status, response.text]).toEqual([200, 'Online'])
    expect(response.headers['content-type']).toContain('text/plain')
  })
})

describe('GET /ready', () => {
  it('names every dependency', async () => {
    const response = await book.api.get('/ready')
    expect(response.status).toBe(200)
    expect(readinessSchema.parse(response.body)).toEqual({ ready: true, checks: { database: { ok: true } } })
  })
})

describe('GET /metrics', () => {
  it('counts the orders that were created', async () => {
    await createOrder(book.api)
    const { text } = await book.api.get('/metrics')
    expect(text).toMatch(/orderbook_orders_created_total\{[^}]*source_chain="devnet_a"[^}]*\} [1-9]/)
    expect(text).toContain('http_request_duration_seconds_bucket')
  })
})

describe('the network', () => {
  it('is answered as the configuration has it', async () => {
    const [chains, assets, routes] = await Promise.all([
      book.api.get('/chains'),
      book.api.get('/assets'),
      book.api.get('/routes'),
    ])
    expect(resultOf(chains, chainListSchema).data.map(({ chain }) => chain)).toEqual(
      networkWire.chains.map(({ chain }) => chain),
    )
    expect(resultOf(assets, assetListSchema).data).toHaveLength(networkWire.assets.length)
    expect(resultOf(routes, routeListSchema).data).toHaveLength(networkWire.routes.length)
  })
})

describe('GET /orders/{order_id}/explain', () => {
  it('says what happened, what is awaited and what the user can do', async () => {
    const order = await createOrder(book.api)
    const explanation = resultOf(await book.api.get(`/orders/${order.order_id}/explain`), explanationSchema)
    expect(explanation).toMatchObject({
      order_id: order.order_id,
      status: 'created',
      happened: [{ at: order.created_at, tx_hash: null }],
      awaiting: { from: 'user', until: expect.any(String) },
    })
    expect(explanation.you_can.length).toBeGreaterThan(0)
  })

  it('answers 404 for an order that does not exist', async () => {
    const response = await book.api.get(`/orders/${crypto.randomUUID()}/explain`)
    expect(errorOf(response)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
  })
})

describe('events', () => {
  it('are read on without a gap, over all orders and of one', async () => {
    const { last_seq: start } = await readAll('/events', 0)
    const orders = [await createOrder(book.api), await createOrder(book.api), await createOrder(book.api)]
    const { seqs } = await readAll('/events', start, 2)
    expect(seqs).toEqual([start + 1, start + 2, start + 3])
    const own = resultOf(await book.api.get(`/orders/${orders[1]?.order_id}/events`), eventPageSchema)
    expect(own.data).toMatchObject([
      { seq: start + 2, order_seq: 1, type: 'order.created', status: 'created', fact: null },
    ])
    expect(own).toMatchObject({ last_seq: start + 2, has_more: false })
  })

  it('answer 404 for an order that does not exist, and 400 for a bad number', async () => {
    const unknown = await book.api.get(`/orders/${crypto.randomUUID()}/events`)
    expect(errorOf(unknown)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
    expect(errorOf(await book.api.get('/events?after_seq=-1'))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    expect(errorOf(await book.api.get('/events?limit=1001'))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  })

  async function readAll(path: string, after: number, limit = 100) {
    const seqs: number[] = []
    let page = { last_seq: after, has_more: true }
    while (page.has_more) {
      const response = await book.api.get(`${path}?after_seq=${page.last_seq}&limit=${limit}`)
      const read = resultOf(response, eventPageSchema)
      seqs.push(...read.data.map(({ seq }) => seq))
      page = read
    }
    return { seqs, last_seq: page.last_seq }
  }
})

describe('every other request', () => {
  it.each([
    ['get', '/nothing', 404, 'NOT_FOUND'],
    ['delete', '/orders', 405, 'METHOD_NOT_ALLOWED'],
    ['put', `/orders/${crypto.randomUUID()}`, 405, 'METHOD_NOT_ALLOWED'],
  ] as const)('%s %s answers %i in the envelope', async (method, path, status, code) => {
    expect(errorOf(await book.api[method](path))).toMatchObject({ status, code })
  })

  it('leaves no row of an Idempotency-Key that was sent to a path that is not there', async () => {
    const key = { 'Idempotency-Key': 'to-nowhere' }
    expect(errorOf(await book.api.post('/nothing').set(key).send({})).status).toBe(404)
    const rows = () => book.database.sql.query(unchecked("SELECT 1 FROM idempotency_keys WHERE key = 'to-nowhere'"), [])
    // The row may be deleted shortly after the answer.
    await untilSo(rows, ({ length }) => length === 0, 'deleted')
  })

  it('serves the document and the reference page', async () => {
    expect((await book.api.get('/openapi.json')).body.openapi).toBe('3.1.0')
    expect((await book.api.get('/docs')).headers['content-type']).toContain('text/html')
  })

  it('echoes X-Request-Id, in the header and in the error', async () => {
    const response = await book.api.get('/orders/1').set('X-Request-Id', 'trace-1')
    expect(response.headers['x-request-id']).toBe('trace-1')
    expect(response.body.request_id).toBe('trace-1')
  })
})
