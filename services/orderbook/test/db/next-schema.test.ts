/**
 * While a release is rolled out, replicas of the one before serve on the schema of the next. A migration may add columns
 * that must not be null, with a default; every statement of this release then has to go on as before.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { orderPageSchema, orderSchema, statsSchema } from '@tandem/contracts'
import pg from 'pg'
import { leastRememberedBlocks as rememberedBlocks } from '../../src/chain/remembered-blocks.ts'
import { makeChainStore } from '../../src/db/chain.store.ts'
import { makeOrderStore } from '../../src/db/order.store.ts'
import { replayRollups } from '../../src/db/rollup-replay.ts'
import { foldStats } from '../../src/db/stats.store.ts'
import { orderBody, requestQuote, resultOf } from '../support/api.ts'
import { aQuote } from '../support/builders.ts'
import {
  catchUp,
  chainConfig,
  eventOf,
  lookOf,
  makeModelChain,
  orderWithSecret,
  pricedAssets,
} from '../support/model-chain.ts'
import { startTestOrderbook, type TestOrderbook } from '../support/orderbook.ts'

let book: TestOrderbook
let pool: pg.Pool
beforeAll(async () => {
  book = await startTestOrderbook('next_schema')
  pool = new pg.Pool({ connectionString: book.database.url })
  // One order before, so that the statements are prepared when the schema changes under them.
  await book.api.post('/orders').send(orderBody(await requestQuote(book.api)))
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`,
  )
  for (const { name } of rows) {
    await pool.query(`ALTER TABLE ${name} ADD COLUMN of_next_release text NOT NULL DEFAULT 'unknown'`)
  }
})
afterAll(async () => {
  await pool.end()
  await book.stop()
})

describe('this release on a schema whose tables have new columns that must not be null', () => {
  it('takes quotes, orders and webhooks', async () => {
    const body = orderBody(await requestQuote(book.api))
    const order = resultOf(await book.api.post('/orders').set('Idempotency-Key', 'next').send(body), orderSchema)
    expect(resultOf(await book.api.get(`/orders/${order.order_id}`), orderSchema)).toEqual(order)
    const url = 'https://example.com/hook'
    expect((await book.api.post('/webhooks').send({ url })).status).toBe(201)
  })

  it('follows a swap on two chains to its end, and counts it', async () => {
    const now = Math.floor(Date.now() / 1000)
    const chains = [
      ['devnet_a', makeModelChain('devnet_a', now)],
      ['devnet_b', makeModelChain('devnet_b', now)],
    ] as const
    const quote = aQuote()
    const made = orderWithSecret({ quoteId: quote.quoteId, userId: 'next' })
    const orders = makeOrderStore(book.database.sql)
    expect(await orders.create(made.order, quote)).toBe('created')
    chains[0][1].mine([eventOf(made, 'source', 'created')])
    chains[1][1].mine([eventOf(made, 'destination', 'created')])
    chains[1][1].mine([eventOf(made, 'destination', 'claimed')])
    chains[0][1].mine([eventOf(made, 'source', 'claimed')])
    for (const [name, model] of chains) {
      for (let block = 0; block < 3; block += 1) model.mine()
      const config = chainConfig(name)
      await catchUp(
        lookOf(config, model, makeChainStore(pool, config, { rememberedBlocks, now: Date.now, assets: pricedAssets })),
      )
    }
    expect((await orders.find(made.order.orderId))?.status).toBe('completed')
    await foldStats(book.database.prisma)
    const stats = resultOf(await book.api.get('/stats'), statsSchema)
    expect(stats.all_time).toMatchObject({ total_orders: 3, completed_orders: 1 })
    expect(resultOf(await book.api.get('/orders?status=completed'), orderPageSchema).total).toBe(1)
    expect(await replayRollups(pool, { repair: false, corrections: [] })).toEqual([])
  })
})
