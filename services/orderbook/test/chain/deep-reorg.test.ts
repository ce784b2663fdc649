/** Reorgs that are deeper than one step's linked blocks, right after the watcher has caught up by wide ranges. */
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { minRememberedBlocks as rememberedBlocks } from '../../src/watcher/domain/remembered-blocks.ts'
import { pollChain } from '../../src/watcher/poll.ts'
import { DeepReorgError } from '../../src/watcher/reorg.ts'
import { catchUp, chainConfig, eventOf, makeModelChain, orderWithSecret, watchModel } from '../support/model-chain.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('deep_reorg')
let chains = 0

/** A chain that has this many blocks at its first poll. */
function newChain(blocks: number, startBlock = 0) {
  chains += 1
  const config = chainConfig('devnet_a', { chain: `deep_${chains}`, start_block: startBlock })
  const model = makeModelChain(config.chain, 1_700_000_000)
  const mine = (count: number) => {
    for (let block = 0; block < count; block += 1) model.mine()
  }
  mine(blocks - 1)
  return { config, model, mine, ...watchModel(database, config, model) }
}

async function eventsOf(chain: string) {
  const { rows } = await database.pool.query<{ block_number: number; canonical: boolean }>(
    'SELECT block_number::int, canonical FROM chain_events WHERE chain = $1 ORDER BY block_number',
    [chain],
  )
  return rows.map(({ block_number, canonical }) => [block_number, canonical])
}

const order = orderWithSecret()

describe('a reorg after a catch-up', () => {
  it.each([33, 40, 100, 255, 256])('that replaces %s blocks is followed', async (depth) => {
    const { config, model, mine, store, poll } = newChain(900)
    model.mine([eventOf(order, 'source', 'created')])
    const at = model.blocks.length - 1
    mine(depth - 1)
    await catchUp(poll)
    expect(await eventsOf(config.chain)).toEqual([[at, true]])

    model.drop(depth)
    mine(1)
    model.mine([eventOf(order, 'source', 'created')])
    mine(depth)
    await catchUp(poll)
    const head = model.blocks.at(-1)
    expect(await store.cursor()).toEqual({ number: head?.number, hash: head?.hash })
    expect(await eventsOf(config.chain)).toEqual([
      [at, false],
      [at + 1, true],
    ])
  })

  it('is followed below the block that the first poll began at', async () => {
    const { config, model, mine, poll } = newChain(500, 490)
    await catchUp(poll)
    model.drop(200)
    model.mine()
    mine(200)
    model.mine([eventOf(order, 'source', 'created')])
    await catchUp(poll)
    expect(await eventsOf(config.chain)).toEqual([[model.blocks.length - 1, true]])
  })

  it('that is deeper than what is remembered undoes nothing', async () => {
    const { model, mine, store, poll } = newChain(900)
    await catchUp(poll)
    const before = await store.cursor()
    model.drop(Number(rememberedBlocks) + 1)
    mine(400)
    await expect(pollChain(poll)).rejects.toThrow(DeepReorgError)
    expect(await store.cursor()).toEqual(before)
  })

  it('of any depth that is remembered, at any moment of it, leaves what the final chain says', async () => {
    const runs = fc.record({
      blocks: fc.integer({ min: 2, max: 700 }),
      startBlock: fc.integer({ min: 0, max: 700 }),
      events: fc.array(fc.nat(699), { maxLength: 6 }),
      polls: fc.nat(25),
      depth: fc.integer({ min: 1, max: Number(rememberedBlocks) }),
      grows: fc.integer({ min: 1, max: 300 }),
    })
    const run = async ({
      blocks,
      startBlock,
      events,
      polls,
      depth,
      grows,
    }: typeof runs extends fc.Arbitrary<infer T> ? T : never) => {
      const { config, model, poll, mine, store } = newChain(2, Math.min(startBlock, blocks))
      const isAfterStart = (block: number) => block >= config.start_block
      const mineOn = (count: number) => {
        for (let block = 0; block < count; block += 1) {
          const number = model.blocks.length
          model.mine(isAfterStart(number) && events.includes(number) ? [eventOf(order, 'source', 'created')] : [])
        }
      }
      mineOn(blocks)
      const process = { ...poll, stepBlocks: 70n }
      for (let polled = 0; polled < polls; polled += 1) await pollChain(process)
      model.drop(Math.min(depth, model.blocks.length - 1))
      mine(1)
      mineOn(depth + grows)
      await catchUp(process)
      expect((await store.cursor())?.hash).toBe(model.blocks.at(-1)?.hash)
      const stored = (await eventsOf(config.chain)).filter(([, canonical]) => canonical)
      expect(stored.map(([number]) => number)).toEqual(
        model.blocks.filter((block) => block.events.length > 0).map(({ number }) => Number(number)),
      )
    }
    await fc.assert(fc.asyncProperty(runs, run), { numRuns: 25 })
  })
})
