/** Unfunded orders are counted in every POST /orders, and anybody can create them for any user and address. */
import { describe, expect, it } from '@jest/globals'
import { countUnfunded, makeUnfundedOrders } from '../../src/orders/db/unfunded-orders.ts'
import { minRememberedBlocks as rememberedBlocks } from '../../src/watcher/domain/remembered-blocks.ts'
import { anIntent, randomAddress } from '../support/builders.ts'
import { catchUp, chainConfig, eventOf, makeModelChain, watchModel } from '../support/model-chain.ts'
import { rowsRead } from '../support/rows-read.ts'
import { storeOrder, storeOrderWithSecret } from '../support/stored-order.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('unfunded_orders')
const [userId, funder] = ['victim', randomAddress()]
const others = 20_000
const own = 3

const insert = (clientHash: string): Promise<string> =>
  storeOrder(database.sql, { userId, source: anIntent('source', { creator: funder }), clientHash })

/** Inserts this many copies of the order and of its source. */
const multiply = (orderId: string, times: number) =>
  database.pool.query(
    `WITH copies AS (
       INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object(
         'order_id', gen_random_uuid(), 'quote_id', gen_random_uuid(), 'commitment_hash', gen_random_uuid()))).*
       FROM orders o, generate_series(1, $2) WHERE o.order_id = $1::uuid RETURNING order_id)
     INSERT INTO intents SELECT (jsonb_populate_record(i, jsonb_build_object(
       'order_id', c.order_id, 'swap_id', gen_random_uuid()))).*
     FROM intents i, copies c WHERE i.order_id = $1::uuid AND i.side = 'source'`,
    [orderId, times],
  )

describe('the count of unfunded orders', () => {
  it('reads no more than the client’s own, whatever others made for the same user and address', async () => {
    await multiply(await insert('stranger'), others)
    for (let made = 0; made < own; made += 1) await insert('client')
    await database.pool.query('VACUUM ANALYZE orders, intents')
    const unfunded = makeUnfundedOrders(database.sql)
    const count = (clientHash: string) => unfunded.count({ clientHash, userId, funder }, 500)
    expect(await count('client')).toEqual({ ofUser: own, ofAddress: own, ofClient: own })
    expect(await count('stranger')).toEqual({ ofUser: 500, ofAddress: 500, ofClient: 500 })
    expect(await count('nobody')).toEqual({ ofUser: 0, ofAddress: 0, ofClient: 0 })
    const values = [userId, funder, 500, 'client']
    expect(await rowsRead(database.pool, countUnfunded, values)).toBeLessThanOrEqual(3 * own)
  })
})

describe('the client of an order', () => {
  it('is forgotten with the order’s funding, and kept while it waits', async () => {
    const client = { clientHash: 'client' }
    const made = [
      await storeOrderWithSecret(database.sql, client),
      await storeOrderWithSecret(database.sql, client),
    ] as const
    const model = makeModelChain('devnet_a', Math.floor(Date.now() / 1000))
    model.mine([eventOf(made[0], 'source', 'created')])
    for (let block = 0; block < 3; block += 1) model.mine()
    await catchUp(watchModel(database, chainConfig('devnet_a'), model, rememberedBlocks).poll)
    const ids = made.map(({ order }) => order.orderId)
    const { rows } = await database.pool.query(
      `SELECT o.status, o.client_hash AS of_order, i.client_hash AS of_source FROM orders o JOIN intents i USING (order_id)
       WHERE o.order_id = ANY($1::uuid[]) AND i.side = 'source' ORDER BY o.status`,
      [ids],
    )
    expect(rows).toEqual([
      { status: 'created', of_order: 'client', of_source: 'client' },
      { status: 'source_initiated', of_order: null, of_source: null },
    ])
  })
})
