/**
 * How many confirmations a fact needs before it counts. This depends on the value of its order, or on the chain's finality tag.
 */
import { describe, expect, it } from '@jest/globals'
import type { ChainConfig } from '@tandem/contracts'
import { makeFactStore } from '../../src/orders/db/fact.store.ts'
import { makeChainStore } from '../../src/watcher/db/chain.store.ts'
import {
  catchUp,
  chainConfig,
  eventOf,
  type ModelChain,
  type ModelOrder,
  makeModelChain,
  pollOf,
  watchModel,
} from '../support/model-chain.ts'
import { storeOrderWithSecret } from '../support/stored-order.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('finality')
const now = Math.floor(Date.now() / 1000)
const remembered = 20n

/** Creates an order whose price in the orderbook is zero, so that the amounts at the price ceilings decide its value. */
function orderWorth(dollars: number, chain: string): Promise<ModelOrder> {
  const amount = BigInt(Math.round(dollars * 1e6))
  return storeOrderWithSecret(
    database.sql,
    { volumeUsd: '0' },
    { source: { chain, amount }, destination: { chain: `${chain}_2`, amount: 1n } },
  )
}

const follow = (config: ChainConfig, model: ModelChain) => catchUp(watchModel(database, config, model, remembered).poll)

async function sourceOf({
  order,
}: ModelOrder): Promise<{ status: string; finality: string; confirmations: number | null }> {
  const { rows } = await database.pool.query(`SELECT status FROM intents WHERE order_id = $1 AND side = 'source'`, [
    order.orderId,
  ])
  const [fact] = await makeFactStore(database.prisma).ofOrder(order.orderId)
  return { status: rows[0]?.status, finality: fact?.finality ?? 'none', confirmations: fact?.confirmations ?? null }
}

describe('confirmation steps', () => {
  const config = chainConfig('devnet_a', {
    chain: 'stepped',
    confirmations: 2,
    confirmation_steps: [
      { from_usd: 1_000, confirmations: 4 },
      { from_usd: 50_000, confirmations: 6 },
    ],
  })

  it('let a fact count the later, the more its order is worth', async () => {
    const model = makeModelChain(config.chain, now)
    const orders = [
      await orderWorth(999.999999, config.chain),
      await orderWorth(1000, config.chain),
      await orderWorth(50000, config.chain),
    ]
    model.mine(orders.map((order) => eventOf(order, 'source', 'created')))
    const statuses: string[] = []
    for (let depth = 1; depth <= 6; depth += 1) {
      await follow(config, model)
      const seen = await Promise.all(orders.map(sourceOf))
      expect(seen.map(({ confirmations }) => confirmations)).toEqual([depth, depth, depth])
      for (const { status, finality } of seen) expect(finality).toBe(status === 'created' ? 'confirmed' : 'seen')
      statuses.push(seen.map(({ status }) => (status === 'created' ? 'counts' : 'waits')).join(' '))
      model.mine()
    }
    expect(statuses).toEqual([
      'waits waits waits',
      'counts waits waits',
      'counts waits waits',
      'counts counts waits',
      'counts counts waits',
      'counts counts counts',
    ])
  })

  it('let a fact of an order count last when an asset of it has no price ceiling', async () => {
    const unpriced = { ...config, chain: 'stepped_unpriced' }
    const model = makeModelChain(unpriced.chain, now)
    const order = await orderWorth(10, unpriced.chain)
    const store = makeChainStore(database.prisma, unpriced, { rememberedBlocks: remembered, now: Date.now, assets: [] })
    model.mine([eventOf(order, 'source', 'created')])
    for (let depth = 1; depth <= 6; depth += 1) {
      await catchUp(pollOf(unpriced, model, store))
      expect((await sourceOf(order)).finality).toBe(depth < 6 ? 'seen' : 'confirmed')
      model.mine()
    }
  })

  it('hold for events that are read long after they happened', async () => {
    const far = { ...config, chain: 'stepped_far' }
    const model = makeModelChain(far.chain, now)
    const orders = [await orderWorth(10, far.chain), await orderWorth(60000, far.chain)]
    for (let block = 0; block < 40; block += 1) model.mine()
    model.mine(orders.map((order) => eventOf(order, 'source', 'created')))
    for (let block = 0; block < 3; block += 1) model.mine()
    await follow(far, model)
    expect((await Promise.all(orders.map(sourceOf))).map(({ finality }) => finality)).toEqual(['confirmed', 'seen'])
  })
})

describe('a finality tag', () => {
  it('lets a fact count once the chain calls its block final, and not before', async () => {
    const config = chainConfig('devnet_a', { chain: 'tagged', confirmations: 1, finality_tag: 'finalized' })
    const model = makeModelChain(config.chain, now)
    model.finalDepth = 4
    const order = await orderWorth(10, config.chain)
    model.mine([eventOf(order, 'source', 'created')])
    for (let depth = 1; depth <= 4; depth += 1) {
      await follow(config, model)
      expect(await sourceOf(order)).toEqual({ status: 'awaiting', finality: 'seen', confirmations: depth })
      model.mine()
    }
    await follow(config, model)
    expect(await sourceOf(order)).toEqual({ status: 'created', finality: 'finalized', confirmations: 5 })
  })
})

/** The facts of an order that the outbox reported. */
async function factsOf({ order: { orderId } }: ModelOrder) {
  const { rows } = await database.pool.query(
    `SELECT type, fact ->> 'block_hash' AS block, fact -> 'confirmations' AS confirmations, fact ->> 'finality' AS finality
     FROM order_events WHERE order_id = $1 AND fact IS NOT NULL ORDER BY order_seq`,
    [orderId],
  )
  return rows
}

describe('the timeline', () => {
  it('tells of a fact that was final when it was read that it counts, and that it is final', async () => {
    const config = chainConfig('devnet_a', { chain: 'timeline_far', confirmations: 3 })
    const model = makeModelChain(config.chain, now)
    const order = await orderWorth(10, config.chain)
    const { hash } = model.mine([eventOf(order, 'source', 'created')])
    for (let block = 0; block < 100; block += 1) model.mine()
    await follow(config, model)
    expect(await factsOf(order)).toEqual([
      { type: 'order.fact_confirmed', block: hash, confirmations: 101, finality: 'confirmed' },
      { type: 'order.fact_finalized', block: hash, confirmations: 101, finality: 'finalized' },
    ])
    expect(await sourceOf(order)).toEqual({ status: 'created', finality: 'finalized', confirmations: 101 })
  })

  it('says of each fact its block, its confirmations and how firmly it stands, and takes back what a reorg took', async () => {
    const config = chainConfig('devnet_a', { chain: 'timeline', confirmations: 3 })
    const model = makeModelChain(config.chain, now)
    const order = await orderWorth(10, config.chain)
    model.mine()
    const { hash } = model.mine([eventOf(order, 'source', 'created')])
    await follow(config, model)
    for (const blocks of [2, Number(remembered)]) {
      for (let block = 0; block < blocks; block += 1) model.mine()
      await follow(config, model)
    }
    const other = await orderWorth(10, config.chain)
    model.mine([eventOf(other, 'source', 'created')])
    await follow(config, model)
    model.drop(1)
    model.mine()
    model.mine()
    await follow(config, model)
    expect(await factsOf(order)).toEqual([
      { type: 'order.fact_seen', block: hash, confirmations: 1, finality: 'seen' },
      { type: 'order.fact_confirmed', block: hash, confirmations: 3, finality: 'confirmed' },
      { type: 'order.fact_finalized', block: hash, confirmations: 23, finality: 'finalized' },
    ])
    expect((await factsOf(other)).map(({ type, confirmations }) => [type, confirmations])).toEqual([
      ['order.fact_seen', 1],
      ['order.fact_retracted', 0],
    ])
    expect(await makeFactStore(database.prisma).ofOrder(other.order.orderId)).toEqual([])
  })
})
