/** The next step is read while a step is stored. A step that was read in vain must never be stored. */
import { beforeEach, describe, expect, it } from '@jest/globals'
import { type Poll, pollChain } from '../../src/watcher/poll.ts'
import type { ChainStore, DeadlineStore, Step } from '../../src/watcher/ports.ts'
import {
  catchUp,
  chainConfig,
  eventOf,
  type ModelChain,
  makeModelChain,
  orderWithSecret,
  pollOf,
  watchModel,
} from '../support/model-chain.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const stepBlocks = 10n
const order = orderWithSecret()
const database = useDatabase('read_ahead')
let chains = 0
let chain: string
let model: ModelChain
let store: ChainStore & DeadlineStore
let poll: Poll
let stored: Step[]

beforeEach(() => {
  chains += 1
  chain = `ahead_${chains}`
  const config = chainConfig('devnet_a', { chain })
  model = makeModelChain(chain, 1_700_000_000)
  for (let block = 1; block < 100; block += 1) model.mine(block === 25 ? [eventOf(order, 'source', 'created')] : [])
  ;({ store } = watchModel(database, config, model, 32n))
  stored = []
  const noted: ChainStore & DeadlineStore = {
    ...store,
    apply: async (step) => {
      const changed = await store.apply(step)
      if (changed !== undefined) stored.push(step)
      return changed
    },
  }
  poll = { ...pollOf(config, model, noted), stepBlocks }
})

const ranges = () => stored.map(({ from, to }) => [from?.number, to.number])

async function eventsOf() {
  const { rows } = await database.pool.query<{ block_number: number; canonical: boolean }>(
    'SELECT block_number::int, canonical FROM chain_events WHERE chain = $1 ORDER BY block_number',
    [chain],
  )
  return rows.map(({ block_number, canonical }) => [block_number, canonical])
}

/** Stores the first block and blocks 1 to 10, while blocks 11 to 20 are read ahead. */
async function pollTwice(): Promise<void> {
  await pollChain(poll)
  await pollChain(poll)
  expect(await poll.memory.ahead?.step).toMatchObject({ from: { number: 10n }, to: { number: 20n } })
}

describe('a step that was read ahead', () => {
  it('is read while the one before it is stored', async () => {
    const { apply } = poll.store
    const readMeanwhile: (bigint | undefined)[] = []
    const patient: Poll = {
      ...poll,
      store: {
        ...poll.store,
        apply: async (step) => {
          readMeanwhile.push((await patient.memory.ahead?.step)?.to.number)
          return apply(step)
        },
      },
    }
    await catchUp(patient)
    expect(readMeanwhile).toEqual([10n, 20n, 30n, 40n, 50n, 60n, 67n, 77n, 87n, 97n, 99n, undefined])
    expect(await eventsOf()).toEqual([[25, true]])
  })

  it('is thrown away when a reorg replaced it meanwhile', async () => {
    await pollTwice()
    await pollChain(poll)
    // Blocks 21 to 30 are read ahead, with the event in block 25.
    expect((await poll.memory.ahead?.step)?.events).toHaveLength(1)
    model.drop(78)
    for (let block = 0; block < 80; block += 1) model.mine(block === 7 ? [eventOf(order, 'source', 'created')] : [])
    await catchUp(poll)
    expect(await eventsOf()).toEqual([[29, true]])
    expect(stored.some(({ rollBackTo }) => rollBackTo !== undefined)).toBe(false)
  })

  it('is thrown away when a reorg replaced the block that it follows', async () => {
    await pollTwice()
    model.drop(92)
    for (let block = 0; block < 95; block += 1) model.mine()
    expect(await pollChain(poll)).toEqual({ found: 'advanced', at: 0n })
    expect(stored.at(-1)?.rollBackTo).toBe(0n)
    await catchUp(poll)
    expect(await eventsOf()).toEqual([])
  })

  it('is thrown away when another watcher has moved the cursor', async () => {
    await pollTwice()
    const other = { ...pollOf(poll.config, model, store), stepBlocks: 3n }
    await pollChain(other)
    await catchUp(poll)
    expect(ranges().slice(0, 4)).toEqual([
      [undefined, 0n],
      [0n, 10n],
      [13n, 23n],
      [23n, 33n],
    ])
    expect(await eventsOf()).toEqual([[25, true]])
  })

  it('is not the newest, though it ends at the head that was read with it', async () => {
    const endsAtHead = async () => {
      const step = await poll.memory.ahead?.step
      return step !== undefined && step.to.number === step.head.number
    }
    while (!(await endsAtHead())) await pollChain(poll)
    model.mine()
    expect(await pollChain(poll)).toEqual({ found: 'advanced', at: 99n })
    expect(await pollChain(poll)).toEqual({ found: 'idle', at: 100n })
  })

  it('is read again when its endpoint failed', async () => {
    await pollChain(poll)
    const { drop, putBack } = model
    const all = drop(60)
    await pollChain(poll)
    putBack(all)
    await catchUp(poll)
    expect((await store.cursor())?.number).toBe(99n)
    expect(await eventsOf()).toEqual([[25, true]])
  })
})
