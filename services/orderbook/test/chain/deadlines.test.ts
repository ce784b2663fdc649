/** Deadlines and facts count up to the same blocks: no deadline passes before every fact up to it is known and counts. */
import { describe, expect, it } from '@jest/globals'
import type { ChainConfig } from '@tandem/contracts'
import { pollChain } from '../../src/watcher/poll.ts'
import {
  catchUp,
  chainConfig,
  eventOf,
  type ModelChain,
  type ModelOrder,
  makeModelChain,
  watchModel,
} from '../support/model-chain.ts'
import { storeOrderWithSecret } from '../support/stored-order.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const startTime = 1_700_000_000
const remembered = 256n
const database = useDatabase('deadlines')
let tests = 0

/** Two chains with an order whose destination ends after `lifeSecs`, and whose source ends after four times that. */
async function twoChains(lifeSecs: number, over: Partial<ChainConfig> = {}) {
  tests += 1
  const chains = (['source', 'destination'] as const).map((side) => {
    const config = chainConfig('devnet_a', { chain: `${side}_${tests}`, ...over })
    const model = makeModelChain(config.chain, startTime)
    return { config, model, ...watchModel(database, config, model, remembered) }
  })
  const [source, destination] = chains as [(typeof chains)[number], (typeof chains)[number]]
  const newOrder = (): Promise<ModelOrder> =>
    storeOrderWithSecret(
      database.sql,
      {},
      {
        source: { chain: source.config.chain, cancelAfter: startTime + 4 * lifeSecs },
        destination: { chain: destination.config.chain, cancelAfter: startTime + lifeSecs },
      },
    )
  return { source, destination, newOrder }
}

async function statusesOf({ order }: ModelOrder): Promise<string[]> {
  const { rows } = await database.pool.query<{ status: string }>(
    `SELECT status FROM order_events WHERE order_id = $1 AND type <> 'order.fact_seen'
     AND type NOT IN ('order.fact_confirmed', 'order.fact_finalized') ORDER BY order_seq`,
    [order.orderId],
  )
  return rows.map(({ status }) => status)
}

function mineFor(model: ModelChain, secs: number, blockSecs: number): void {
  for (let passed = 0; passed < secs; passed += blockSecs) model.mine([], blockSecs)
}

/** Creates both vaults, and waits until both are known. */
async function initiated({ source, destination, newOrder }: Awaited<ReturnType<typeof twoChains>>) {
  const order = await newOrder()
  for (const { model, poll } of [source, destination]) {
    const side = model === source.model ? 'source' : 'destination'
    model.mine([eventOf(order, side, 'created')], 1)
    mineFor(model, 15, 1)
    await catchUp(poll)
  }
  expect(await statusesOf(order)).toContain('destination_initiated')
  return order
}

describe('an order whose destination is claimed shortly before its deadline', () => {
  it('is never refundable while the claim waits for its depth', async () => {
    const chains = await twoChains(3_600, { confirmations: 12 })
    const order = await initiated(chains)
    const { model, poll } = chains.destination
    mineFor(model, 3_600 - 15 - 5 * 12, 12)
    await catchUp(poll)
    model.mine([eventOf(order, 'destination', 'claimed')], 12)
    for (let block = 0; block < 20; block += 1) {
      model.mine([], 12)
      await catchUp(poll)
    }
    expect(await statusesOf(order)).not.toContain('refundable')
    expect((await statusesOf(order)).at(-1)).toBe('destination_claimed')
  })

  it('is never refundable when the watcher comes back after both', async () => {
    const chains = await twoChains(3_600, { confirmations: 2, block_time_ms: 250 })
    const order = await initiated(chains)
    const { model, poll } = chains.destination
    mineFor(model, 1_800, 1)
    model.mine([eventOf(order, 'destination', 'claimed')], 1)
    mineFor(model, 2_400, 1)
    await catchUp({ ...poll, stepBlocks: 700n })
    expect(await statusesOf(order)).not.toContain('refundable')
    expect((await statusesOf(order)).at(-1)).toBe('destination_claimed')
  })

  it('is refundable once every block before the deadline counts and none has a claim', async () => {
    const chains = await twoChains(600, { confirmations: 3 })
    const order = await initiated(chains)
    const { model, poll } = chains.destination
    model.mine([], 600)
    await catchUp(poll)
    expect((await statusesOf(order)).at(-1)).toBe('destination_initiated')
    model.mine()
    model.mine()
    await catchUp(poll)
    expect((await statusesOf(order)).at(-1)).toBe('refundable')
  })

  it('waits for the depth of the most valuable orders, and for the finality tag', async () => {
    const steps = await twoChains(600, {
      confirmations: 1,
      confirmation_steps: [{ from_usd: 1_000, confirmations: 5 }],
    })
    const tagged = await twoChains(600, { confirmations: 1, finality_tag: 'finalized' })
    for (const chains of [steps, tagged]) {
      chains.destination.model.finalDepth = 4
      const order = await initiated(chains)
      const { model, poll } = chains.destination
      model.mine([], 600)
      for (let block = 0; block < 3; block += 1) model.mine()
      await catchUp(poll)
      expect((await statusesOf(order)).at(-1)).toBe('destination_initiated')
      model.mine()
      await catchUp(poll)
      expect((await statusesOf(order)).at(-1)).toBe('refundable')
    }
  })

  it('takes nothing back where a lower block is called final than before', async () => {
    const chains = await twoChains(600, { confirmations: 1, finality_tag: 'finalized' })
    const order = await initiated(chains)
    const { model, poll } = chains.destination
    model.mine([], 600)
    await catchUp(poll)
    const before = await statusesOf(order)
    expect(before.at(-1)).toBe('refundable')
    model.finalDepth = 4
    model.mine()
    await catchUp(poll)
    await catchUp(poll)
    expect(await statusesOf(order)).toEqual(before)
  })

  it('waits for a tag that lies below every block that a reorg may reach', async () => {
    const chains = await twoChains(600, { confirmations: 1, finality_tag: 'finalized' })
    const { model, poll } = chains.destination
    model.finalDepth = 400
    const order = await chains.newOrder()
    for (let round = 0; round < 12; round += 1) {
      mineFor(model, 100, 1)
      await catchUp(poll)
    }
    // The tag is at 800 s, where the deadline has passed.
    const { rows } = await database.pool.query(
      `SELECT status FROM intents WHERE order_id = $1 AND side = 'destination'`,
      [order.order.orderId],
    )
    expect(rows).toEqual([{ status: 'expired' }])
  })
})

describe('many orders that are due at once', () => {
  it('turn in batches, and the chain is read meanwhile', async () => {
    const chains = await twoChains(600, { confirmations: 1 })
    const { model, poll, store } = chains.source
    const orders = await Promise.all(Array.from({ length: 60 }, () => chains.newOrder()))
    const limits: number[] = []
    const counted = {
      ...poll,
      store: {
        ...store,
        turnDue: (limit: number) => {
          limits.push(limit)
          return store.turnDue(limit)
        },
      },
    }
    for (let half = 0; half < 6; half += 1) poll.memory.batches.refused(poll.memory.batches.current())
    expect(poll.memory.batches.current()).toBe(7)
    await pollChain(counted)
    model.mine([], 2_400)
    const late = await chains.newOrder()
    model.mine([eventOf(late, 'source', 'created')], 1)
    limits.length = 0
    expect((await pollChain(counted)).found).toBe('advanced')
    expect(limits.length).toBe(4)
    await catchUp(counted)
    const expired = await Promise.all(orders.map(statusesOf))
    expect(expired.map((statuses) => statuses.at(-1))).toEqual(orders.map(() => 'expired'))
    expect((await statusesOf(late)).at(-1)).toBe('refundable')
  })

  it('turn in a smaller batch after one that failed', async () => {
    const chains = await twoChains(600, { confirmations: 1 })
    const { model, poll, store } = chains.source
    const order = await chains.newOrder()
    model.mine([], 2_400)
    const tooMuch = {
      ...store,
      turnDue: async (limit: number) =>
        limit > 100 ? Promise.reject(new Error('canceling statement due to statement timeout')) : store.turnDue(limit),
    }
    const failing = { ...poll, store: tooMuch }
    const failures: unknown[] = []
    for (let attempt = 0; attempt < 6; attempt += 1)
      await pollChain(failing).catch((error: unknown) => failures.push(error))
    expect(failures.length).toBe(3)
    expect((await statusesOf(order)).at(-1)).toBe('expired')
    expect((await store.cursor())?.number).toBe(1n)
  })
})

describe('a step that cannot be stored', () => {
  it('is followed by a smaller one', async () => {
    const { source } = await twoChains(600)
    const { model, poll, store } = source
    mineFor(model, 2_000, 1)
    const widths: bigint[] = []
    const tooMuch = {
      ...store,
      apply: async (step: Parameters<typeof store.apply>[0]) => {
        const width = step.to.number - (step.from?.number ?? step.to.number)
        widths.push(width)
        if (width > 400n) throw new Error('canceling statement due to statement timeout')
        return store.apply(step)
      },
    }
    const failing = { ...poll, store: tooMuch }
    for (let attempt = 0; attempt < 5; attempt += 1) await pollChain(failing).catch(() => undefined)
    expect(widths.slice(0, 4)).toEqual([0n, 1_744n, 872n, 436n])
    expect(widths[4]).toBeLessThan(400n)
  })
})
