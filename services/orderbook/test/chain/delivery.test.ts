/**
 * A hop's delivery on the final chain, with the chains read in any order, through reorgs, and derived again from the
 * stored events.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ChainConfig, FactWire } from '@tandem/contracts'
import { makeOrderStore } from '../../src/orders/db/order.store.ts'
import { replay } from '../../src/replay.ts'
import { readUndelivered } from '../../src/watcher/db/delivery.store.ts'
import { aHop, randomHash } from '../support/builders.ts'
import {
  catchUp,
  chainConfig,
  eventOf,
  type ModelChain,
  type ModelOrder,
  makeModelChain,
  type PendingEvent,
  watchModel,
} from '../support/model-chain.ts'
import { storeOrderWithSecret } from '../support/stored-order.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const chainNames = ['devnet_a', 'devnet_b', 'devnet_c'] as const
type ChainName = (typeof chainNames)[number]

const database = useDatabase('delivery')
const before = process.env.DATABASE_URL
beforeAll(async () => {
  process.env.DATABASE_URL = database.url
})
afterAll(async () => {
  if (before === undefined) delete process.env.DATABASE_URL
  else process.env.DATABASE_URL = before
})

let models: Record<ChainName, ModelChain>
let hop: ModelOrder
let messageId: `0x${string}`
beforeEach(async () => {
  // Every test has new chains.
  await database.pool.query('TRUNCATE chain_cursors, chain_blocks, chain_events')
  const now = Math.floor(Date.now() / 1000)
  const model = (name: ChainName) => makeModelChain(name, now)
  models = { devnet_a: model('devnet_a'), devnet_b: model('devnet_b'), devnet_c: model('devnet_c') }
  messageId = randomHash()
  finalConfig = {}
  hop = await storeOrderWithSecret(
    database.sql,
    { routeType: 'hop' },
    { destination: { hop: aHop({ finalChain: 'devnet_c' }), bridgeState: 'none' } },
  )
  models.devnet_a.mine([eventOf(hop, 'source', 'created')])
  models.devnet_b.mine([eventOf(hop, 'destination', 'created')])
  await follow(...chainNames)
})

/** The configuration of the final chain, for tests that change it. */
let finalConfig: Partial<ChainConfig>

/** Reads these chains to their heads, in this order. */
async function follow(...names: ChainName[]): Promise<void> {
  for (const name of names) {
    const config = chainConfig(name, name === 'devnet_c' ? finalConfig : {})
    await catchUp(watchModel(database, config, models[name]).poll)
  }
}

function dispatch(): void {
  const claim = eventOf(hop, 'destination', 'hop_dispatched')
  models.devnet_b.mine([{ ...claim, payload: { ...claim.payload, messageId } }])
}

const told = (kind: 'hop_delivered' | 'hop_failed', of = messageId): PendingEvent => ({
  subject: of,
  kind,
  payload: { messageId: of },
  txHash: randomHash(),
})

/**
 * Mines one more block, so that the block before it counts: these chains ask for two confirmations.
 */
const bury = (...names: ChainName[]) => {
  for (const name of names) models[name].mine()
}

async function order() {
  const found = await makeOrderStore(database.sql).find(hop.order.orderId)
  if (found === undefined) throw new Error('the order is gone')
  return found
}

const stands = async () => {
  const { status, destination } = await order()
  return [status, destination.bridgeState]
}

async function facts(): Promise<string[]> {
  const { rows } = await database.pool.query<{ type: string; fact: FactWire }>(
    'SELECT type, fact FROM order_events WHERE order_id = $1 AND fact IS NOT NULL ORDER BY order_seq',
    [hop.order.orderId],
  )
  return rows
    .filter(({ fact }) => fact.chain === 'devnet_c')
    .map(({ type, fact }) => `${fact.side} ${fact.kind} ${type.replace('order.fact_', '')}`)
}

/** The fields of this order that a replay of the event table would write differently. */
async function replayFinds(): Promise<string[]> {
  const lines: string[] = []
  await replay({ check: true, batch: '500' }, (line) => lines.push(line))
  return lines.filter((line) => line.includes(' should be ') && line.includes(hop.order.orderId))
}

describe('a hop', () => {
  it('is bridging from the dispatch on, and completed once both sides are settled and it arrived', async () => {
    dispatch()
    bury('devnet_b')
    await follow('devnet_b')
    expect(await stands()).toEqual(['bridging', 'dispatched'])
    expect((await order()).destination).toMatchObject({ bridgeMessageId: messageId, deliveryTxHash: null })
    expect(await readUndelivered(database.prisma, 'devnet_c')).toMatchObject([
      { state: 'dispatched', orderId: hop.order.orderId },
    ])

    models.devnet_a.mine([eventOf(hop, 'source', 'claimed')])
    bury('devnet_a')
    await follow('devnet_a')
    expect(await stands()).toEqual(['bridging', 'dispatched'])

    const delivery = told('hop_delivered')
    const { timestamp } = models.devnet_c.mine([delivery])
    await follow('devnet_c')
    expect(await stands()).toEqual(['bridging', 'dispatched'])
    bury('devnet_c')
    await follow('devnet_c')
    expect(await stands()).toEqual(['completed', 'delivered'])
    expect((await order()).destination).toMatchObject({
      deliveryTxHash: delivery.txHash,
      deliveredAt: new Date(timestamp * 1000),
    })
    expect(await facts()).toEqual(['destination hop_delivered seen', 'destination hop_delivered confirmed'])
    expect(await readUndelivered(database.prisma, 'devnet_c')).toEqual([])
    expect(await replayFinds()).toEqual([])
  })

  it('that fails on the final chain can be retried, and then completes', async () => {
    dispatch()
    models.devnet_a.mine([eventOf(hop, 'source', 'claimed')])
    const failure = told('hop_failed')
    models.devnet_c.mine([failure])
    bury(...chainNames)
    await follow('devnet_a', 'devnet_b', 'devnet_c')
    expect(await stands()).toEqual(['bridge_failed', 'failed'])
    expect((await order()).destination).toMatchObject({ deliveryTxHash: failure.txHash, deliveredAt: null })
    expect(await readUndelivered(database.prisma, 'devnet_c')).toMatchObject([{ state: 'failed' }])

    models.devnet_c.mine([told('hop_delivered')])
    bury('devnet_c')
    await follow('devnet_c')
    expect(await stands()).toEqual(['completed', 'delivered'])
    expect(await replayFinds()).toEqual([])
  })

  it('is complete, events and all, when the final chain is read before the hub', async () => {
    models.devnet_a.mine([eventOf(hop, 'source', 'claimed')])
    models.devnet_c.mine([told('hop_delivered')])
    bury('devnet_a', 'devnet_c')
    await follow('devnet_a', 'devnet_c')
    expect(await facts()).toEqual([])

    dispatch()
    bury('devnet_b')
    await follow('devnet_b')
    expect(await stands()).toEqual(['completed', 'delivered'])
    expect(await facts()).toEqual(['destination hop_delivered confirmed'])
    expect(await replayFinds()).toEqual([])
  })

  it('comes back to bridging when a reorg of the final chain takes its delivery away', async () => {
    dispatch()
    models.devnet_a.mine([eventOf(hop, 'source', 'claimed')])
    models.devnet_c.mine([told('hop_delivered')])
    bury(...chainNames)
    await follow(...chainNames)
    expect(await stands()).toEqual(['completed', 'delivered'])

    models.devnet_c.drop(2)
    bury('devnet_c', 'devnet_c', 'devnet_c')
    await follow('devnet_c')
    expect(await stands()).toEqual(['bridging', 'dispatched'])
    expect((await order()).destination).toMatchObject({ deliveryTxHash: null, deliveredAt: null })
    expect((await facts()).at(-1)).toBe('destination hop_delivered retracted')
    expect(await replayFinds()).toEqual([])

    models.devnet_c.mine([told('hop_delivered')])
    bury('devnet_c')
    await follow('devnet_c')
    expect(await stands()).toEqual(['completed', 'delivered'])
  })

  it.each([
    ['below', 1_000, 'completed'],
    ['above', 10, 'bridging'],
  ])(
    'worth 25 dollars, %s the step of its final chain, arrives at the depth of that',
    async (_where, from_usd, status) => {
      finalConfig = { confirmation_steps: [{ from_usd, confirmations: 4 }] }
      dispatch()
      models.devnet_a.mine([eventOf(hop, 'source', 'claimed')])
      models.devnet_c.mine([told('hop_delivered')])
      bury(...chainNames)
      await follow('devnet_a', 'devnet_b', 'devnet_c')
      expect((await order()).status).toBe(status)
      bury('devnet_c', 'devnet_c')
      await follow('devnet_c')
      expect(await stands()).toEqual(['completed', 'delivered'])
    },
  )

  it("is not moved by another's message", async () => {
    dispatch()
    models.devnet_c.mine([told('hop_delivered', randomHash())])
    bury('devnet_b', 'devnet_c')
    await follow('devnet_b', 'devnet_c')
    expect(await stands()).toEqual(['bridging', 'dispatched'])
    expect(await facts()).toEqual([])
  })

  it('is found however the chains are read at the same time', async () => {
    dispatch()
    models.devnet_a.mine([eventOf(hop, 'source', 'claimed')])
    models.devnet_c.mine([told('hop_delivered')])
    bury(...chainNames)
    await Promise.all(chainNames.map((name) => follow(name)))
    expect(await stands()).toEqual(['completed', 'delivered'])
    expect(await facts()).toEqual(['destination hop_delivered confirmed'])
  })
})
