/** Tests what the relayer does without its database, and in the database of another service. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { errorEnvelopeSchema, readinessSchema, relayerHealthSchema } from '@tandem/contracts'
import { createTestDatabase, startTcpProxy, type TcpProxy, until } from '@tandem/local-services'
import { post } from './support/api.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
let proxy: TcpProxy
let url: string
beforeAll(async () => {
  proxy = await testbed.keep(startTcpProxy(testbed.database.url))
  url = await testbed.startRelayer({ DATABASE_URL: proxy.url, DATABASE_ANSWER_TIMEOUT_MS: '1000', ROLES: 'api' })
})
afterEach(async () => {
  proxy.resume()
  await until(async () => (await fetch(`${url}/ready`)).status === 200, 'the relayer is ready again')
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

it('does not start in the database of another service, and names it', async () => {
  const other = await testbed.keep(createTestDatabase('own', 'orderbook'), (made) => made.drop())
  await expect(testbed.startRelayer({ DATABASE_URL: other.url })).rejects.toThrow(
    /the database "own_[0-9a-f]+" belongs to another service: its first migration is \d+_orderbook/,
  )
})
