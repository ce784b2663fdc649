import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { errorEnvelopeSchema, readinessSchema, relayerHealthSchema } from '@tandem/contracts'
import { startTcpProxy, type TcpProxy, until } from '@tandem/local-services'
import { post } from './support/post.ts'
import { Surroundings } from './support/surroundings.ts'

let around: Surroundings
let proxy: TcpProxy
let relayer: ReturnType<Surroundings['relayer']>
let url: string
beforeAll(async () => {
  around = await Surroundings.start()
  proxy = await startTcpProxy(around.database.url)
  relayer = around.relayer({ DATABASE_URL: proxy.url, DATABASE_ANSWER_TIMEOUT_MS: '1000', ROLES: 'api' })
  url = (await relayer.start()).url
})
afterEach(async () => {
  proxy.resume()
  await until(async () => (await fetch(`${url}/ready`)).status === 200, 'the relayer is ready again')
})
afterAll(async () => {
  await relayer.stop()
  await proxy.stop()
  await around.stop()
})

const id = crypto.randomUUID()
const reads = [`/claims/${id}`, `/claims?order_id=${id}`, `/initiations/${id}`]
const claim = { order_id: id, secret: `0x${'1'.repeat(64)}` }
const read = async (path: string) => {
  const answer = await fetch(url + path)
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown }
}
type Send = () => Promise<{ status: number; headers: Headers; body: unknown }>
const requests: [string, Send][] = [
  ...reads.map((path): [string, Send] => [`GET ${path}`, () => read(path)]),
  ['POST /claims', () => post(`${url}/claims`, claim)],
  ['POST /claims with a key', () => post(`${url}/claims`, claim, { 'idempotency-key': 'outage' })],
  ['POST /initiations', () => post(`${url}/initiations`, { order_id: id, type: 'prefunded' })],
]

describe.each([
  ['hangs', () => proxy.hang()],
  ['is down', () => proxy.refuse()],
])('while PostgreSQL %s', (_name, fail) => {
  it('every operation answers 503 UNAVAILABLE with Retry-After, and none 500', async () => {
    fail()
    const answers = await Promise.all(
      requests.map(async ([name, send]) => {
        const { status, headers, body } = await send()
        const { code } = errorEnvelopeSchema.parse(body)
        return { name, status, code, retryAfter: headers.get('retry-after') }
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

  it('the process lives and says that its database does not, and readiness names it', async () => {
    fail()
    const health = await fetch(`${url}/health`)
    expect([health.status, relayerHealthSchema.parse(await health.json())]).toMatchObject([
      200,
      { status: 'down', database: false },
    ])
    const ready = await fetch(`${url}/ready`)
    expect([ready.status, readinessSchema.parse(await ready.json()).checks.database?.ok]).toEqual([503, false])
  })
})
