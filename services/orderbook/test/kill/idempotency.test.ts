/** A process that dies at any statement of POST /orders: the retry with the same key gets the one order there is. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type OrderWire, orderSchema } from '@tandem/contracts'
import { IDEMPOTENCY_LOCK_SECS, makeSqlDatabase } from '@tandem/service-kit'
import pg from 'pg'
import request from 'supertest'
import { compose, type Orderbook } from '../../src/compose.ts'
import { makeDatabase } from '../../src/db/client.ts'
import { orderBody, requestQuote, resultOf } from '../support/api.ts'
import { type Break, breakable } from '../support/breakable-pool.ts'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'
import { silentLogger, testConfig } from '../support/orderbook.ts'

let database: MigratedDatabase
let pool: pg.Pool
const running: Orderbook[] = []
beforeAll(async () => {
  database = await migratedDatabase('kill_idempotency')
  pool = new pg.Pool({ connectionString: database.url })
  // The connection that a death cuts.
  pool.on('error', () => undefined)
})
afterAll(async () => {
  for (const orderbook of running) await orderbook.stop()
  await pool.end()
  await database.drop()
})

/** An orderbook whose own statements die at the break; `laterSecs` on its clock. */
function orderbookWith(o: { breakAt?: Break; laterSecs?: number }): ReturnType<typeof request> {
  const timeouts = { answerMs: 20_000, statementMs: 30_000 }
  const own = makeDatabase(database.url, { poolSize: 5, timeouts })
  const sql = o.breakAt === undefined ? own.sql : makeSqlDatabase(breakable(pool, o.breakAt))
  const now = () => Date.now() + (o.laterSecs ?? 0) * 1000
  const options = { database: { ...own, sql }, logger: silentLogger, now }
  const orderbook = compose(testConfig(database.url), options)
  running.push(orderbook)
  return request(orderbook.app)
}

// Takes the key, reads the quote, BEGIN, inserts the order, stores the answer, COMMIT.
const statements = 6
const breaks = Array.from({ length: statements }, (_, index) => index + 1).flatMap((at): Break[] => [
  { at, when: 'before' },
  { at, when: 'after' },
])

describe('a process that dies', () => {
  let whole: ReturnType<typeof request>
  let later: ReturnType<typeof request>
  beforeAll(() => {
    whole = orderbookWith({})
    later = orderbookWith({ laterSecs: IDEMPOTENCY_LOCK_SECS })
  })

  it.each(breaks)('$when statement $at: its retry gets a 201, and there is one order', async (breakAt) => {
    const body = orderBody(await requestQuote(whole))
    const key = `death-${breakAt.at}-${breakAt.when}`
    const send = (api: ReturnType<typeof request>) => api.post('/orders').set('Idempotency-Key', key).send(body)
    expect((await send(orderbookWith({ breakAt }))).status).toBeGreaterThanOrEqual(500)

    const retried = await send(later)
    expect(retried.status).toBe(201)
    const order: OrderWire = resultOf(retried, orderSchema)
    const found = await whole.get(`/orders?commitment_hash=${body.commitment_hash}`)
    expect(found.body.result.data.map((one: OrderWire) => one.order_id)).toEqual([order.order_id])
    const isStored = breakAt.at === statements && breakAt.when === 'after'
    expect(retried.headers['idempotency-replayed']).toBe(isStored ? 'true' : undefined)
    expect((await send(later)).body).toEqual(retried.body)
  })

  it('and a statement later than all of them is not reached: the list above is whole', async () => {
    const body = orderBody(await requestQuote(whole))
    const api = orderbookWith({ breakAt: { at: statements + 1, when: 'before' } })
    expect((await api.post('/orders').set('Idempotency-Key', 'death-never').send(body)).status).toBe(201)
  })
})
