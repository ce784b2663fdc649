/**
 * A process dies at any statement of a POST. The retry with the same key must get the answer, and only one thing may have
 * been created.
 */
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { CreateOrderWire } from '@tandem/contracts'
import { IDEMPOTENCY_LOCK_SECS, makeSqlDatabase } from '@tandem/service-kit'
import request from 'supertest'
import { compose } from '../../src/compose.ts'
import { makeDatabase, prismaOf } from '../../src/db/client.ts'
import { sequenceEvents } from '../../src/events/db/event.store.ts'
import { orderBody, requestQuote } from '../support/api.ts'
import { type Break, breakable } from '../support/breakable-pool.ts'
import { keptMakersFile, makerEnv, startMaker } from '../support/maker-book.ts'
import { silentLogger, testConfig } from '../support/orderbook.ts'
import { keep } from '../support/parts.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('kill_idempotency')
let makers: Record<string, string>
beforeAll(async () => {
  const maker = await startMaker('one', 24_980_000n)
  makers = makerEnv(await keptMakersFile([maker.entry]))
})

/** An orderbook that dies at the given statement, and whose clock is `laterSecs` ahead. */
function orderbookWith(o: {
  breakAt?: Break
  laterSecs?: number
  hasMaker?: boolean
  isByPrisma?: boolean
}): ReturnType<typeof request> {
  const timeouts = { answerMs: 20_000, statementMs: 30_000 }
  const own = makeDatabase(database.url, { poolSize: 5, timeouts })
  const dying = o.breakAt && breakable(database.pool, o.breakAt)
  const sql = dying === undefined ? own.sql : makeSqlDatabase(dying)
  const prisma = dying === undefined || o.isByPrisma !== true ? own.prisma : prismaOf(dying)
  const now = () => Date.now() + (o.laterSecs ?? 0) * 1000
  const options = { database: { ...own, sql, prisma }, logger: silentLogger, now }
  const orderbook = compose(testConfig(database.url, o.hasMaker === true ? makers : {}), options)
  void keep(Promise.resolve(orderbook))
  return request(orderbook.app)
}

/**
 * A break after each statement, whose answer is lost. A break before a statement would leave the same data as the one
 * after the statement before, so only the first and the last statement have one.
 */
const breaksOf = (statements: number): Break[] => [
  { at: 1, when: 'before' },
  ...Array.from({ length: statements }, (_, index): Break => ({ at: index + 1, when: 'after' })),
  { at: statements, when: 'before' },
]

interface Case {
  /** The request in the titles of its tests. */
  request: string
  path: string
  /** Whether a maker is asked for quotes and to accept the order. */
  hasMaker?: boolean
  /** Whether statements of Prisma's client are counted and can die as well. */
  isByPrisma?: boolean
  /** How many statements the request sends through the pool that dies. */
  statements: number
  body: () => Promise<object>
  /** How many things exist that the body may have created. */
  made: (body: object) => Promise<number>
}
const usdcs = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc' }
let amounts = 25_000_000
let whole: ReturnType<typeof request>
let later: ReturnType<typeof request>
const count = async (statement: string, value: unknown) =>
  Number((await database.pool.query<{ count: string }>(statement, [value])).rows[0]?.count)

const cases: Case[] = [
  {
    request: 'POST /orders',
    path: '/orders',
    // Takes the key, reads the quote, looks for vaults, BEGIN, inserts the order, stores the answer, COMMIT.
    statements: 8,
    body: async () => orderBody(await requestQuote(whole)),
    made: (body) =>
      count('SELECT count(*) FROM orders WHERE commitment_hash = $1', (body as CreateOrderWire).commitment_hash),
  },
  {
    request: "POST /orders of a maker's quote",
    path: '/orders',
    hasMaker: true,
    // The same as without a maker, and a claim of the quote before the maker is asked.
    statements: 9,
    body: async () => orderBody(await requestQuote(orderbookWith({ hasMaker: true }))),
    made: (body) =>
      count('SELECT count(*) FROM orders WHERE commitment_hash = $1', (body as CreateOrderWire).commitment_hash),
  },
  {
    request: 'POST /quotes',
    path: '/quotes',
    // Takes the key, reads what decides the makers' cooldowns, BEGIN, inserts the quote, stores the answer, COMMIT.
    statements: 6,
    body: async () => {
      amounts += 1
      return { ...usdcs, source_amount: String(amounts) }
    },
    made: (body) =>
      count('SELECT count(*) FROM quotes WHERE source_amount = $1', (body as { source_amount: string }).source_amount),
  },
  {
    request: 'POST /webhooks',
    path: '/webhooks',
    isByPrisma: true,
    // Takes the key, looks for unnumbered events, BEGIN, locks the client, counts all open ones, the client's and those of the URL, reads
    // the newest event, inserts, stores the answer, COMMIT.
    statements: 11,
    body: async () => {
      // Numbers the events first, because otherwise the request would do it.
      await sequenceEvents(database.prisma)
      amounts += 1
      return { url: `https://shop.example/${amounts}` }
    },
    made: (body) => count('SELECT count(*) FROM webhooks WHERE url = $1', (body as { url: string }).url),
  },
]

beforeAll(() => {
  whole = orderbookWith({})
  later = orderbookWith({ laterSecs: IDEMPOTENCY_LOCK_SECS })
})

describe.each(cases)(
  'a process that dies in $request',
  ({ path, hasMaker = false, isByPrisma = false, statements, body: newBody, made }) => {
    const later = () => orderbookWith({ laterSecs: IDEMPOTENCY_LOCK_SECS, hasMaker })
    const whole = () => orderbookWith({ hasMaker })

    it.each(breaksOf(statements))('$when statement $at: its retry gets a 201, and one is there', async (breakAt) => {
      const body = await newBody()
      const key = `death-${hasMaker}-${breakAt.at}-${breakAt.when}`
      const send = (api: ReturnType<typeof request>) => api.post(path).set('Idempotency-Key', key).send(body)
      expect((await send(orderbookWith({ breakAt, hasMaker, isByPrisma }))).status).toBeGreaterThanOrEqual(500)

      const retried = await send(later())
      expect(retried.status).toBe(201)
      expect(await made(body)).toBe(1)
      const isStored = breakAt.at === statements && breakAt.when === 'after'
      expect(retried.headers['idempotency-replayed']).toBe(isStored ? 'true' : undefined)
      expect((await send(later())).body).toEqual(retried.body)
    })

    it('and a statement later than all of them is not reached: the list above is whole', async () => {
      const api = orderbookWith({ breakAt: { at: statements + 1, when: 'before' }, hasMaker, isByPrisma })
      const answer = await api
        .post(path)
        .set('Idempotency-Key', `death-never-${hasMaker}`)
        .send(await newBody())
      expect(answer.status).toBe(201)
    })

    it('does not use up a key with a request that failed validation', async () => {
      const body = await newBody()
      const api = whole()
      const send = (sent: object) => api.post(path).set('Idempotency-Key', `corrected-${hasMaker}`).send(sent)
      expect((await send({ ...body, colour: 'blue' })).status).toBe(400)
      const corrected = await send(body)
      expect([corrected.status, corrected.headers['idempotency-replayed']]).toEqual([201, undefined])
    })
  },
)

describe('a process that dies in a POST that only sets what is asked', () => {
  it.each(['before', 'after'] as const)('%s it stores the answer: its retry gets it', async (when) => {
    const url = `https://shop.example/set-${when}`
    const made = await whole.post('/webhooks').send({ url })
    const { webhook_id: id, secret } = made.body.result
    // The two statements take the key and store the answer.
    for (const [at, status] of [
      [1, 200],
      [2, 200],
    ] as const) {
      const send = (api: ReturnType<typeof request>) =>
        api.post(`/webhooks/${id}/enable`).set('Idempotency-Key', `enable-${when}-${at}`).set('Webhook-Secret', secret)
      await send(orderbookWith({ breakAt: { at, when } }))
      const retried = await send(later)
      expect([retried.status, retried.body.result.webhook_id]).toEqual([status, id])
    }
  })
})
