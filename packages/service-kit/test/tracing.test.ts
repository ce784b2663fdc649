import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { programArgs } from '@tandem/local-services'
import { startTraceCollector } from '../../../test/support/trace-collector.ts'
import { traceOfOrder } from '../src/tracing.ts'

const script = fileURLToPath(new URL('./support/traced.ts', import.meta.url))
const key = `key${randomBytes(12).toString('hex')}`
const secret = `0x${randomBytes(32).toString('hex')}`
const orderId = '0d8f7a0e-7c1b-4f5e-9d63-3f0a8a0c9a11'

let traces: Awaited<ReturnType<typeof startTraceCollector>>
let upstream: Server
const asked: { url: string; headers: IncomingHttpHeaders }[] = []

beforeAll(async () => {
  traces = await startTraceCollector()
  upstream = createServer((req, res) => {
    asked.push({ url: req.url ?? '', headers: req.headers })
    res.end('{"jsonrpc":"2.0","id":1,"result":"0x"}')
  })
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
})
afterAll(async () => {
  upstream.closeAllConnections()
  upstream.close()
  await traces.stop()
})

/**
 * Runs the traced service.
 *
 * @returns the modules of OpenTelemetry that the process loaded.
 */
async function runService(tracesUrl: string | undefined): Promise<string[]> {
  const options = {
    tracesUrl,
    databaseUrl: process.env.TANDEM_TEST_DATABASE_URL,
    redisUrl: process.env.TANDEM_TEST_REDIS_URL,
    upstream: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    key,
    secret,
    orderId,
  }
  const { stdout } = await promisify(execFile)(process.execPath, [...programArgs(script), JSON.stringify(options)])
  return JSON.parse(stdout)
}

describe('with a collector', () => {
  beforeAll(() => runService(traces.url))

  const named = (name: string) => traces.spans().filter((span) => span.name === name)

  it('records a request, and what it asks of servers, database and Redis, as one trace', () => {
    const [request] = named('GET /work/:word')
    expect(request?.attributes).toMatchObject({ 'http.route': '/work/:word', 'http.response.status_code': 200 })
    const spans = traces.spans().filter(({ traceId }) => traceId === request?.traceId)
    const counts = new Map(spans.map(({ name }) => [name, spans.filter((span) => span.name === name).length]))
    expect(Object.fromEntries(counts)).toMatchObject({
      'GET /work/:word': 1,
      'request handler': 1,
      // Two requests are made by our own client, and two by `fetch`.
      GET: 4,
      POST: 1,
      'RPC eth_call': 1,
      'pg-pool.connect': 2,
      'pg.query:SELECT postgres': 2,
      set: 1,
    })
  })

  it('tells the host of a request, and the statement of a query', () => {
    const facts = traces.spans().map(({ attributes }) => attributes)
    expect(facts.filter((fact) => 'http.request.method' in fact && 'server.address' in fact).length).toBeGreaterThan(5)
    expect(facts).toContainEqual(expect.objectContaining({ 'db.query.text': 'SELECT $1::text AS told' }))
    expect(facts).toContainEqual(expect.objectContaining({ 'rpc.method': 'eth_call', 'server.address': '127.0.0.1' }))
  })

  it('has no key of a URL or of a header, no parameter and no secret in any byte', () => {
    const bytes = traces.received().toString('latin1').toLowerCase()
    expect(bytes.length).toBeGreaterThan(1_000)
    expect([key, secret.slice(2)].filter((word) => bytes.includes(word))).toEqual([])
    // The name of each error is recorded, so the errors of these requests were there to be searched.
    expect(bytes).toContain('econnrefused')
    expect(bytes).toContain('invalid input syntax for type uuid')
  })

  it('moves a claim to the trace of its order', () => {
    const { traceId } = traceOfOrder(orderId)
    const spans = named('POST /claims')
    const [moved] = spans.filter((span) => span.traceId === traceId)
    expect(moved?.attributes).toMatchObject({ 'tandem.order_id': orderId })
    const origin = spans.filter((span) => span.traceId !== traceId)
    expect(origin.map((span) => span.traceId)).toEqual(moved?.links)
  })

  it('records no probe, and nothing outside of a request', () => {
    const names = traces.spans().map(({ name }) => name)
    expect(names.filter((name) => name.includes('ready'))).toEqual([])
    expect(traces.spans().filter(({ attributes }) => attributes['db.query.text'] === 'SELECT 2')).toEqual([])
  })

  it('tells its trace to our own processes, and to nobody else', () => {
    const told = asked.filter(({ headers }) => headers.traceparent !== undefined)
    expect(told.map(({ url }) => url)).toEqual(['/own'])
    expect(asked.length).toBeGreaterThanOrEqual(4)
  })
})

describe('without a collector', () => {
  it('loads neither the SDK nor the instrumentation', async () => {
    expect(await runService(undefined)).toEqual(['@opentelemetry/api'])
  })
})
