/** Looks at a made-up chain of which one of several endpoints lies, or fails, at the worst moment. */
import { describe, expect, it } from '@jest/globals'
import type { Hex } from 'viem'
import {
  chainConfig,
  createdEvent as event,
  hashOf,
  lookOf,
  type ModelBlock,
  type ModelChain,
  makeModelChain,
} from '../../test/support/model-chain.ts'
import type { ChainEvent } from './chain-event.ts'
import { lookAtChain } from './chain-loop.ts'
import type { ChainStore, Cursor, DeadlineStore, RememberedBlock, Step } from './chain-store.ts'
import type { Look } from './look.ts'
import type { Header, Provider } from './provider.ts'
import { DisputedError, ProviderError } from './provider-error.ts'

/** The watcher's memory of one chain, without a database. */
function makeMemoryStore() {
  let cursor: Cursor | undefined
  let blocks: Cursor[] = []
  const stored = { events: [] as ChainEvent[], steps: [] as Step[], clock: undefined as RememberedBlock | undefined }
  const clockBlock: { next: RememberedBlock | undefined } = { next: undefined }
  const store: ChainStore & DeadlineStore = {
    rememberedBlocks: 8n,
    cursor: async () => cursor,
    blocksDownFrom: async (number) =>
      blocks.filter((block) => block.number <= number).toSorted((a, b) => Number(b.number - a.number)),
    async apply(step) {
      const kept = step.rollBackTo ?? step.to.number
      blocks = [...blocks.filter(({ number }) => number <= kept), ...step.blocks]
      stored.events = [...stored.events.filter(({ blockNumber }) => blockNumber <= kept), ...step.events]
      stored.steps.push(step)
      cursor = step.to
      return []
    },
    nextClockBlock: async () => clockBlock.next,
    moveClock: async (block) => {
      stored.clock = block
    },
    turnDue: async () => ({ looked: 0, changed: [] }),
    markRead: async () => undefined,
  }
  return { store, stored, clockBlock }
}

const failing = (
  provider: Provider,
  name: string,
  methods: Partial<Record<keyof Provider, () => boolean>>,
): Provider => {
  const broken = Object.entries(methods).map(([method, isFailing]) => [
    method,
    async (asked: never) => {
      if (isFailing()) throw new ProviderError('rate_limited', `${name} is asked too often`)
      return (provider[method as 'header'] as (asked: never) => unknown)(asked)
    },
  ])
  return { ...provider, name, ...Object.fromEntries(broken) }
}

/** A chain of 20 blocks that is read up to its head, by endpoints of which the first lies from then on. */
async function makeScene(
  liarOf: (model: ModelChain, isLying: () => boolean) => Partial<Provider>,
  {
    eventIn,
    others = ({ provider }) => [{ ...provider, name: 'second' }],
    tag = null,
  }: {
    eventIn?: number
    others?: (model: ModelChain, isLying: () => boolean) => Provider[]
    tag?: 'finalized' | null
  } = {},
) {
  const model = makeModelChain('third', 1_700_000_000)
  for (let block = 1; block <= 20; block += 1) model.mine(block === eventIn ? [event] : [])
  let isLying = false
  const liar = { ...model.provider, name: 'liar', ...liarOf(model, () => isLying) }
  const { store, stored, clockBlock } = makeMemoryStore()
  const clock = { ms: 1_000_000 }
  const endpoints = [liar, ...others(model, () => isLying)]
  const config = chainConfig('devnet_a', { start_block: 0, finality_tag: tag })
  const look: Look = { ...lookOf(config, model, store, { others: endpoints, now: () => clock.ms }), maxLagMs: 120_000 }
  const lookOnce = async () => {
    clock.ms += 10_000
    return lookAtChain(look).catch((error: unknown) => {
      if (error instanceof ProviderError || error instanceof DisputedError) return undefined
      throw error
    })
  }
  for (let looks = 0; looks < 12; looks += 1) await lookOnce()
  expect((await store.cursor())?.number).toBe(20n)
  isLying = true
  return { model, stored, clockBlock, lookOnce, cursor: store.cursor }
}

const invented = { ...event, txHash: hashOf('9'), logIndex: 7 }
const placeOf = ({ number, hash, timestamp }: ModelBlock) => ({
  blockNumber: number,
  blockHash: hash,
  blockTimestamp: timestamp,
})

/** A liar that goes on showing a block that a reorganization replaced, and a child that names it as its parent. */
function showsReplaced({ provider }: ModelChain, replaced: () => ModelBlock | undefined): Partial<Provider> {
  const shown = async (number: bigint) => {
    const [old, block] = [replaced(), await provider.header(number)]
    if (old?.number === number) return old
    return old?.number === number - 1n ? { ...block, parentHash: old.hash, isProven: false } : block
  }
  return { header: shown, head: async () => shown((await provider.head()).number) }
}

describe('a look at a chain with one liar of three endpoints, which is asked first', () => {
  it('takes back a replaced block that the liar still shows, with a child that names it', async () => {
    let replaced: ModelBlock | undefined
    const { model, stored, lookOnce, cursor } = await makeScene((chain) => showsReplaced(chain, () => replaced), {
      eventIn: 20,
    })
    expect(stored.events).toHaveLength(1)
    replaced = model.drop(1)[0]
    for (let block = 0; block < 4; block += 1) model.mine()
    for (let looks = 0; looks < 6; looks += 1) await lookOnce()
    expect(stored.events).toEqual([])
    expect(await cursor()).toMatchObject({ number: 23n, hash: model.blocks[23]?.hash })
  })

  it('takes back every block that a reorganization replaced, though the liar says that most of them stand', async () => {
    let old: ModelBlock | undefined
    const { model, stored, lookOnce } = await makeScene(
      ({ provider }) => ({
        header: async (number) => (old?.number === number ? old : provider.header(number)),
      }),
      { eventIn: 17 },
    )
    const replaced = model.drop(5)
    old = replaced.find(({ number }) => number === 19n)
    for (let block = 0; block < 9; block += 1) model.mine()
    await lookOnce()
    expect(stored.steps.at(-1)?.rollBackTo).toBe(15n)
    expect(stored.events).toEqual([])
  })

  it('waits anew for each block that only the liar puts in the place of a stored one', async () => {
    let shown: Hex | undefined
    const { model, stored, lookOnce } = await makeScene(
      ({ provider }, isLying) => ({
        head: async () => {
          if (isLying() && shown === undefined) throw new ProviderError('timeout', 'liar is silent')
          const head = await provider.header(19n)
          return shown === undefined ? provider.head() : { ...head, number: 20n, hash: shown, parentHash: head.hash }
        },
        header: async (number) => {
          const block = await provider.header(number === 20n && shown !== undefined ? 19n : number)
          return number === 20n && shown !== undefined
            ? { ...block, number, hash: shown, parentHash: block.hash }
            : block
        },
      }),
      { eventIn: 20, others: () => [] },
    )
    // The other endpoint is one block behind for all that follows.
    model.drop(1)
    shown = hashOf('a')
    await lookOnce()
    shown = undefined
    for (let looks = 0; looks < 13; looks += 1) await lookOnce()
    shown = hashOf('b')
    await lookOnce()
    expect(stored.events).toHaveLength(1)
  })

  it('goes on after a reorganization, though the liar denies every remembered block', async () => {
    const { model, lookOnce, cursor } = await makeScene(({ provider }, isLying) => ({
      header: async (number) => {
        const block = await provider.header(number)
        return isLying() && number < 20n ? { ...block, hash: hashOf('e'), isProven: false } : block
      },
    }))
    model.drop(1)
    model.mine()
    for (let looks = 0; looks < 4; looks += 1) await lookOnce()
    expect(await cursor()).toMatchObject({ number: 20n, hash: model.blocks[20]?.hash })
  })

  it('reads an event that the liar and an endpoint with missing logs do not show', async () => {
    const silentOf = (_model: ModelChain, isLying: () => boolean): Partial<Provider> => ({
      eventsOf: async (headers) => (isLying() ? [] : _model.provider.eventsOf(headers)),
    })
    const { model, stored, lookOnce } = await makeScene(silentOf, {
      others: (chain, isLying) => [{ ...chain.provider, name: 'second', ...silentOf(chain, isLying) }],
    })
    model.mine([event])
    model.mine()
    for (let looks = 0; looks < 20; looks += 1) await lookOnce()
    expect(stored.events).toHaveLength(1)
  })

  it.each([
    ['invented', (events: readonly ChainEvent[], block: ModelBlock) => [...events, { ...invented, ...placeOf(block) }]],
    ['left out', () => []],
  ])(
    'does not believe that an event is %s, though the others tell no events for long: receipts deny it',
    async (_what, tell) => {
      let mined: ModelBlock | undefined
      const { model, stored, lookOnce, cursor } = await makeScene(
        ({ provider: { eventsOf } }, isLying) => ({
          mayHoldEvents: ({ number }) => number === mined?.number,
          eventsOf: async (headers) => {
            const events = await eventsOf(headers)
            return isLying() && mined !== undefined ? tell(events, mined) : events
          },
        }),
        {
          others: ({ provider }, isLying) => {
            Object.assign(provider, { eventsOf: failing({ ...provider }, 'third', { eventsOf: isLying }).eventsOf })
            return []
          },
        },
      )
      mined = model.mine([event])
      for (let looks = 0; looks < 20; looks += 1) await lookOnce()
      expect(stored.events).toEqual([])
      expect((await cursor())?.number).toBe(20n)
    },
  )

  it('goes on though the liar names another head, of blocks that do not follow, each time it is asked', async () => {
    let asked = 0
    const { model, lookOnce, cursor } = await makeScene(({ provider }, isLying) => {
      const made = (number: bigint): ModelBlock => {
        const hash: Hex = `0x${String(asked).padStart(64, 'f')}`
        return { ...(model.blocks[20] as ModelBlock), number, hash, parentHash: hash }
      }
      return {
        // An endpoint is left when the head that it named last is lower than another one's.
        head: async () => {
          if (!isLying()) return provider.head()
          asked += 1
          return made(asked % 2 === 1 ? 25n : 1_000_000_000n)
        },
        header: async (number) => {
          if (!isLying() || number <= 20n) return provider.header(number)
          return { ...made(number), hash: hashOf('d') }
        },
      }
    })
    for (let block = 0; block < 10; block += 1) model.mine()
    for (let looks = 0; looks < 6; looks += 1) await lookOnce()
    expect((await cursor())?.number).toBe(30n)
  })

  it('waits once for a liar that invents an event in each step, where nothing proves which events there are', async () => {
    const unprovable = (provider: Provider): Partial<Provider> => ({
      header: async (number) => ({ ...(await provider.header(number)), isProven: false }),
      hasReceiptOf: async (event) => event.txHash !== invented.txHash && provider.hasReceiptOf(event),
      provenEvents: async () => undefined,
    })
    const { model, stored, lookOnce, cursor } = await makeScene(
      (chain, isLying) => ({
        ...unprovable({ ...chain.provider }),
        eventsOf: async (headers) => {
          const events = await chain.provider.eventsOf(headers)
          const last = headers.at(-1) as ModelBlock
          return isLying() ? [...events, { ...invented, ...placeOf(last) }] : events
        },
        hasReceiptOf: async () => true,
      }),
      {
        others: ({ provider }) => {
          Object.assign(provider, unprovable({ ...provider }))
          return [{ ...provider, name: 'second' }]
        },
      },
    )
    model.mine([event])
    for (let looks = 0; looks < 14; looks += 1) await lookOnce()
    expect((await cursor())?.number).toBe(21n)
    for (let block = 22n; block <= 60n; block += 1n) {
      model.mine()
      await lookOnce()
      expect((await cursor())?.number).toBe(block)
    }
    expect(stored.events.map(({ txHash }) => txHash)).toEqual([event.txHash])
  })

  it('outvotes nobody about a block that is newer than the dispute', async () => {
    const isSecondLate = { now: false }
    const { model, stored, lookOnce } = await makeScene(
      (chain, isLying) => ({
        header: async (number) => ({ ...(await chain.provider.header(number)), isProven: false }),
        provenEvents: async () => undefined,
        hasReceiptOf: async ({ txHash }) => txHash === invented.txHash,
        eventsOf: async (headers) => {
          const disputed = headers.find(({ number }) => number === 21n && !isSecondLate.now) as ModelBlock | undefined
          if (isLying()) return disputed === undefined ? [] : [{ ...invented, ...placeOf(disputed) }]
          return chain.provider.eventsOf(headers)
        },
      }),
      {
        others: ({ provider }) => {
          const [{ header, eventsOf, hasReceiptOf }] = [{ ...provider }]
          Object.assign(provider, {
            header: async (number: bigint) => ({ ...(await header(number)), isProven: false }),
            provenEvents: async () => undefined,
            hasReceiptOf: async (one: ChainEvent) => one.txHash !== invented.txHash && hasReceiptOf(one),
          })
          const isOld = ({ number }: Header) => !isSecondLate.now || number < 22n
          const second: Provider = {
            ...provider,
            name: 'second',
            eventsOf: async (headers) => eventsOf(headers.filter(isOld)),
            hasReceiptOf: async (one) => !isSecondLate.now && provider.hasReceiptOf(one),
          }
          return [second]
        },
      },
    )
    model.mine()
    for (let looks = 0; looks < 11; looks += 1) await lookOnce()
    isSecondLate.now = true
    model.mine([event])
    for (let looks = 0; looks < 4; looks += 1) await lookOnce()
    isSecondLate.now = false
    for (let looks = 0; looks < 20; looks += 1) await lookOnce()
    expect(stored.events.map(({ txHash }) => txHash)).toEqual([event.txHash])
  })

  it('counts the second lowest block that is called final, and none that one endpoint alone calls so', async () => {
    const first = await makeScene(({ blocks }) => ({ tagged: async () => blocks[0] as ModelBlock }), {
      tag: 'finalized',
    })
    first.model.mine()
    await first.lookOnce()
    expect(first.stored.steps.at(-1)?.head.tagged).toBe(21n)

    const isSilent = { now: false }
    const silent = { tagged: () => isSilent.now }
    const alone = await makeScene(({ provider }) => provider, {
      others: ({ provider }) => [failing(provider, 'second', silent), failing(provider, 'other', silent)],
      tag: 'finalized',
    })
    isSilent.now = true
    Object.assign(alone.model.provider, { tagged: failing(alone.model.provider, 'third', silent).tagged })
    alone.model.mine()
    await alone.lookOnce()
    expect(alone.stored.steps.at(-1)?.head.tagged).toBeUndefined()
  })

  it('sets no clock by the liar while the others are asked too often', async () => {
    const { model, clockBlock, stored, lookOnce } = await makeScene(
      ({ provider }, isLying) => ({
        header: async (number) => {
          const block = await provider.header(number)
          return isLying() ? { ...block, timestamp: block.timestamp + 900, isProven: false } : block
        },
      }),
      {
        others: (chain, isLying) => {
          Object.assign(chain.provider, { header: failing({ ...chain.provider }, 'third', { header: isLying }).header })
          return []
        },
      },
    )
    clockBlock.next = model.blocks[15]
    await lookOnce()
    expect(stored.clock).toBeUndefined()
  })
})

describe('a look at a chain whose only witness denies the block of the clock', () => {
  it('fails after a while: the clock does not stand still unnoticed', async () => {
    const { model, stored, clockBlock, lookOnce } = await makeScene(({ provider }) => ({ ...provider }), {
      others: ({ provider }, isLying) => {
        const { header } = { ...provider }
        const denied = async (number: bigint) => {
          const block = await header(number)
          return isLying() && number === 15n ? { ...block, hash: hashOf('e'), isProven: false } : block
        }
        Object.assign(provider, { header: denied })
        return []
      },
    })
    clockBlock.next = model.blocks[15]
    expect((await lookOnce())?.found).toBe('idle')
    for (let looks = 0; looks < 13; looks += 1) await lookOnce()
    expect(await lookOnce()).toBeUndefined()
    expect(stored.clock).toBeUndefined()
  })
})

describe('the first look at a chain', () => {
  it.each([
    ['is asked first', 0],
    ['bears witness', 1],
  ])('begins at start_block, though an endpoint that %s names an old block as its head', async (_role, place) => {
    const model = makeModelChain('third', 1_700_000_000)
    for (let block = 1; block <= 40; block += 1) model.mine()
    const { store } = makeMemoryStore()
    const liar = { ...model.provider, name: 'liar', head: () => model.provider.header(3n) }
    const clock = { ms: 1_000_000 }
    const config = chainConfig('devnet_a', { start_block: 30 })
    const endpoints = place === 0 ? { others: [liar] } : { later: [liar] }
    const look = lookOf(config, model, store, { ...endpoints, now: () => clock.ms, maxLagMs: 120_000 })
    for (let looks = 0; looks < 14 && (await store.cursor()) === undefined; looks += 1) {
      await lookAtChain(look).catch(() => undefined)
      clock.ms += 10_000
    }
    expect((await store.cursor())?.number).toBe(29n)
  })
})
