import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { type ErrorCode, errorCodes, errorEnvelopeSchema, readinessSchema } from '@tandem/contracts'
import { Router } from 'express'
import request from 'supertest'
import { AppError, hashApiKey } from '../src/index.ts'
import { testApp } from './support/test-app.ts'

/** Expects the error with this code: in the envelope, and with the status that the code has. */
function expectError(res: request.Response, code: ErrorCode) {
  expect([res.status, res.body.code]).toEqual([errorCodes[code].httpStatus, code])
  const envelope = errorEnvelopeSchema.parse(res.body)
  expect(envelope.request_id).toBe(res.get('x-request-id'))
  expect(envelope.retryable).toBe(errorCodes[code].retryable)
  return envelope
}

const throwing = (error: unknown) => {
  const router = Router()
  router.get('/throws', async () => {
    throw error
  })
  return router
}

describe('an error answer', () => {
  it.each<[string, ErrorCode, (agent: ReturnType<typeof request>) => request.Test]>([
    ['an unknown path', 'NOT_FOUND', (agent) => agent.get('/nowhere')],
    ['malformed JSON', 'MALFORMED_JSON', (agent) => agent.post('/facts').type('json').send('{"name":')],
    ['a JSON value that is no object', 'MALFORMED_JSON', (agent) => agent.post('/facts').type('json').send('"name"')],
    ['a body over 64 KiB', 'BODY_TOO_LARGE', (agent) => agent.post('/facts').send({ name: 'x'.repeat(65_536) })],
    ['another content type', 'UNSUPPORTED_CONTENT_TYPE', (agent) => agent.post('/facts').type('text').send('name')],
    [
      'another charset',
      'UNSUPPORTED_CONTENT_TYPE',
      (agent) => agent.post('/facts').type('application/json; charset=latin1').send('{}'),
    ],
    [
      'UTF-16',
      'UNSUPPORTED_CONTENT_TYPE',
      (agent) => agent.post('/facts').type('application/json; charset=utf-16').send('{}'),
    ],
    [
      'a body of 8,000 levels',
      'MALFORMED_JSON',
      (agent) =>
        agent
          .post('/facts')
          .type('json')
          .send('[ '.repeat(8_000) + ']'.repeat(8_000)),
    ],
    ['no body', 'INVALID_REQUEST', (agent) => agent.post('/facts')],
    ['a path that cannot be decoded', 'INVALID_REQUEST', (agent) => agent.get('/facts/%E0%A4%A')],
  ])('to %s is %s in the envelope', async (_name, code, send) => {
    const { app, created } = testApp()
    expectError(await send(request(app)), code)
    expect(created).toEqual([])
  })

  it('to a wrong method names the right ones', async () => {
    const { app } = testApp()
    const res = await request(app).delete('/facts/1')
    expectError(res, 'METHOD_NOT_ALLOWED')
    expect(res.get('allow')).toBe('GET, HEAD')
  })

  it('to an invalid body names every failing path, and no value', async () => {
    const { app } = testApp()
    const res = await request(app)
      .post('/facts')
      .send({ name: 7, nested: { amount: 12345 }, extra: 'planted' })
    const { result, details } = expectError(res, 'INVALID_REQUEST')
    expect(details?.issues?.map(({ path }) => path)).toEqual(['name', 'nested.amount', 'extra'])
    expect(result).toMatch(/^name: .*; nested\.amount: .*; extra: is not a known field$/)
    expect(JSON.stringify(res.body)).not.toMatch(/12345|planted/)
  })

  it('carries details and Retry-After of an AppError', async () => {
    const error = new AppError('DESTINATION_NOT_INITIATED', 'not yet', { details: { waits: 2 }, retryAfterSecs: 1.2 })
    const res = await request(testApp({ routes: [throwing(error)] }).app).get('/throws')
    expect(expectError(res, 'DESTINATION_NOT_INITIATED').details).toEqual({ waits: 2 })
    expect(res.get('retry-after')).toBe('2')
  })

  it.each([
    ['an Error', new Error('password of db-7 is wrong')],
    [
      'a ZodError of our own data',
      Object.assign(new Error('db-7'), { name: 'ZodError', issues: [{ path: ['db-7'] }] }),
    ],
    ['an INTERNAL AppError', new AppError('INTERNAL', 'db-7 is gone', { details: { host: 'db-7' } })],
    ['a string', 'db-7'],
    ['undefined', undefined],
  ])('to %s says nothing of our internals, and the log does', async (_name, thrown) => {
    const { app, logs } = testApp({ routes: [throwing(thrown)] })
    const res = await request(app).get('/throws')
    expectError(res, 'INTERNAL')
    expect(res.text).not.toContain('db-7')
    expect(logs()).toContain('http.failed')
  })
})

describe('input that is not what it says', () => {
  it('in broken UTF-8 is refused, in the body and in the URL', async () => {
    const { app } = testApp()
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const server = app.listen(0)
    const { port } = server.address() as AddressInfo
    const at = `http://127.0.0.1:${port}`
    const headers = { 'content-type': 'application/json' }
    const broken = await fetch(`${at}/facts`, { method: 'POST', headers, body })
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: 'MALFORMED_JSON' }])
    for (const path of ['/facts/%FF', '/facts/1?x=%C3%28']) {
      const answer = await fetch(at + path)
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID_REQUEST' }])
    }
    server.closeAllConnections()
    server.close()
  })

  it('with a query parameter that the document does not name is refused', async () => {
    const answer = await request(testApp().app).get('/facts/1?colour=blue')
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'INVALID_REQUEST', details: { issues: [{ path: 'colour', message: 'is not a known field' }] } },
    ])
  })

  it.each([
    [{}, 'name: is required'],
    [{ name: 5 }, 'name: must be a string'],
    [{ name: '' }, 'name: must be at least 1 characters'],
    [{ name: 'a', nested: 'b' }, 'nested: must be an object'],
    [{ name: 'a', nested: {} }, 'nested.amount: is required'],
    [[], 'must be an object'],
  ])('%j is told what is wrong in our own words', async (body, said) => {
    const answer = await request(testApp().app).post('/facts').send(body)
    expect([answer.status, answer.body.result]).toEqual([400, said])
  })
})

describe('X-Request-Id', () => {
  it('is echoed when sane, and stands in the log', async () => {
    const { app, logs } = testApp()
    const res = await request(app).get('/facts/1').set('X-Request-Id', 'abc-123')
    expect(res.get('x-request-id')).toBe('abc-123')
    expect(JSON.parse(logs())).toMatchObject({
      message: 'http.request',
      route: '/facts/:factId',
      request_id: 'abc-123',
    })
  })

  it.each([
    ['absent', undefined],
    ['too long', 'x'.repeat(129)],
    ['strange', '"><script>'],
  ])('is made when %s', async (_name, given) => {
    const sent = request(testApp().app).get('/facts/1')
    const res = await (given === undefined ? sent : sent.set('X-Request-Id', given))
    expect(res.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('API keys', () => {
  const key = 'k'.repeat(32)
  const app = testApp({ apiKeyHashes: [hashApiKey(key), hashApiKey('another key of the operator')] }).app

  it('are asked of writes', async () => {
    const res = await request(app).post('/facts').send({ name: 'a' })
    expectError(res, 'UNAUTHORIZED')
    expect(res.get('www-authenticate')).toBe('Bearer')
    expectError(
      await request(app).post('/facts').set('Authorization', 'Bearer wrong').send({ name: 'a' }),
      'UNAUTHORIZED',
    )
    expect((await request(app).post('/facts').set('Authorization', `Bearer ${key}`).send({ name: 'a' })).status).toBe(
      201,
    )
  })

  it('are not asked of reads', async () => {
    expect((await request(app).get('/facts/1')).status).toBe(200)
  })
})

describe('GET /health, /ready and /metrics', () => {
  it('says Online, whatever the dependencies do', async () => {
    const { app } = testApp({ checks: { postgres: () => Promise.reject(new Error('down')) } })
    const res = await request(app).get('/health')
    expect([res.status, res.text, res.get('content-type')]).toEqual([200, 'Online', 'text/plain; charset=utf-8'])
  })

  it('names the failing dependency, and not its address', async () => {
    const { app } = testApp({
      checks: {
        postgres: async () => 1,
        redis: () => Promise.reject(new Error('ECONNREFUSED 10.0.0.7')),
        chain: () => Promise.reject(new AppError('CHAIN_UNAVAILABLE', 'devnet_a is 90 s behind')),
      },
    })
    const res = await request(app).get('/ready')
    expect(res.status).toBe(503)
    expect(readinessSchema.parse(res.body)).toEqual({
      ready: false,
      checks: {
        postgres: { ok: true },
        redis: { ok: false, message: 'not available' },
        chain: { ok: false, message: 'devnet_a is 90 s behind' },
      },
    })
  })

  it('lists the chains singly, and is ready while one of them is able', async () => {
    const chainsOf = (...able: boolean[]) =>
      Object.fromEntries(
        able.map((isAble, index) => [
          `chain_${index}`,
          {
            check: async () => {
              if (!isAble) throw new AppError('CHAIN_UNAVAILABLE', 'too few endpoints are able')
            },
            missing: () => (isAble ? [] : ['1:rpc.test has no finalized block']),
          },
        ]),
      )
    const readyOf = async (chains: ReturnType<typeof chainsOf>) => {
      const res = await request(testApp({ chains }).app).get('/ready')
      return { status: res.status, body: readinessSchema.parse(res.body) }
    }
    const one = await readyOf(chainsOf(true, false))
    expect(one.status).toBe(200)
    expect(one.body).toEqual({
      ready: true,
      checks: { chain_0: { ok: true }, chain_1: { ok: false, message: 'too few endpoints are able' } },
      chains: {
        chain_0: { able: true, missing: [] },
        chain_1: { able: false, missing: ['1:rpc.test has no finalized block'] },
      },
    })
    expect((await readyOf(chainsOf(false, false))).status).toBe(503)
  })

  it('is not ready once the service stops', async () => {
    const { app, lifecycle } = testApp()
    expect((await request(app).get('/ready')).status).toBe(200)
    await lifecycle.stop()
    expect((await request(app).get('/ready')).status).toBe(503)
  })

  it('measures by route template', async () => {
    const { app } = testApp()
    await request(app).get('/facts/1')
    await request(app).get('/facts/2')
    await request(app).get('/nowhere/3')
    const { text } = await request(app).get('/metrics')
    expect(text).toMatch(/http_request_duration_seconds_count\{.*route="\/facts\/:factId",status="200".*\} 2/)
    expect(text).toMatch(/route="unmatched",status="404"/)
    expect(text).toContain('process_cpu_seconds_total')
    expect(text).not.toContain('nowhere')
  })
})

describe('GET /docs', () => {
  it('serves a page whose every part comes from here, under a policy that allows no other', async () => {
    const { app } = testApp()
    const res = await request(app).get('/docs')
    expect(res.status).toBe(200)
    const parts = [...res.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, part]) => part as string)
    expect(parts).toHaveLength(3)
    for (const part of parts) expect((await request(app).get(`/${part}`)).status).toBe(200)
    expect(res.text).not.toMatch(/<script>[^<]/)
    expect(res.get('content-security-policy')).toMatch(/script-src 'self';/)
    expect((await request(app).get('/docs/')).get('location')).toBe('../docs')
    expect((await request(app).get('/openapi.json')).body.info.title).toBe('Test service')
  })
})

describe('what never changes', () => {
  it('is sent compressed, and not again to whoever has it', async () => {
    const { app } = testApp()
    const plain = await request(app).get('/openapi.json').set('Accept-Encoding', 'identity')
    const compressed = await request(app).get('/openapi.json').set('Accept-Encoding', 'gzip')
    expect([plain.get('content-encoding'), compressed.get('content-encoding')]).toEqual([undefined, 'gzip'])
    expect(compressed.body).toEqual(plain.body)
    const again = await request(app)
      .get('/openapi.json')
      .set('If-None-Match', plain.get('etag') ?? '')
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('counts for the limit, as everything but the probes does', async () => {
    for (const path of ['/openapi.json', '/docs', '/docs/assets/swagger-ui-bundle.js']) {
      const { app } = testApp({ rateLimitPerMinute: 1 })
      const statuses = [(await request(app).get(path)).status, (await request(app).get(path)).status]
      expect(statuses).toEqual([200, 429])
    }
  })
})

describe('/health', () => {
  it('is asked once for all who ask within a second, and counted', async () => {
    let asked = 0
    const health = async () => {
      asked += 1
      return { asked }
    }
    const { app } = testApp({ health, rateLimitPerMinute: 1 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(app).get('/health')))
    expect(answers.map(({ status, body }) => [status, body.asked])).toEqual(Array(20).fill([200, 1]))
    expect((await request(app).get('/metrics')).text).toMatch(/^tandem_health_requests_total\{.*\} 20$/m)
  })
})

describe('CORS', () => {
  it('lets any page read the answers and their headers', async () => {
    const res = await request(testApp().app).get('/facts/1').set('Origin', 'https://wallet.example')
    expect(res.get('access-control-allow-origin')).toBe('*')
    expect(res.get('access-control-expose-headers')).toContain('X-Request-Id')
  })
})

describe('the headers of an answer', () => {
  it('let data load nothing, let no page frame it, and let any page read it', async () => {
    const { headers } = await request(testApp().app).get('/facts/1')
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'access-control-allow-origin': '*',
    })
    expect(headers['access-control-expose-headers']).toContain('X-Request-Id')
    expect(headers.etag).toBeUndefined()
  })

  it('let the reference page load its own scripts', async () => {
    const { headers } = await request(testApp().app).get('/docs')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  })

  it('are the same to HEAD, without the body', async () => {
    const { app } = testApp()
    const [get, head] = [await request(app).get('/facts/1'), await request(app).head('/facts/1')]
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      undefined,
      get.headers['content-length'],
    ])
  })

  it('say to a browser that asks before a POST that it may', async () => {
    const asked = await request(testApp().app)
      .options('/facts')
      .set({ origin: 'https://shop.example', 'access-control-request-method': 'POST' })
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, '*'])
    expect(asked.headers['access-control-allow-methods']).toContain('POST')
  })
})
