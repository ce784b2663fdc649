import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import {
  createdEvent as created,
  hashOf,
  type Lies,
  type ModelChain,
  makeLiar,
  makeModelChain,
  noLies,
} from '../../test/support/model-chain.ts'
import type { Header, Provider } from './provider.ts'
import { DisputedError } from './provider-error.ts'
import { makeProviderPool } from './provider-pool.ts'
import { expectNoProofAgainst, witnessedEventsIn, witnessedEventsOf, witnessedTime } from './provider-witness.ts'
import { makeReceiptAudit } from './receipt-audit.ts'
import { makeVotes } from './votes.ts'

const startTime = 1_700_000_000
const lies = (over: Partial<Lies>): Lies => ({ ...noLies, ...over })

/** A pool of these endpoints, and the names of those that were shown to be wrong. */
function poolOf(...providers: Provider[]) {
  const blamed: string[] = []
  const observer = {
    failed: (name: string) => blamed.push(name),
    isUp: () => undefined,
    isPreferred: () => undefined,
  }
  return { pool: makeProviderPool(providers, { now: () => 0, blockTimeMs: 1_000, observer }), blamed }
}

const audit = makeReceiptAudit({ sampleBlocks: 0, random: Math.random })
const eventsOf = (pool: ReturnType<typeof poolOf>['pool'], numbers: readonly bigint[]) =>
  pool.run(async (provider, peers) => {
    const headers: Header[] = []
    for (const number of numbers) headers.push(await provider.header(number))
    return (await witnessedEventsOf(provider, peers, headers, audit, votesOf(false))).events
  })

const votesOf = (isLate: boolean) => makeVotes(new Map(), () => 0, isLate)

/** An endpoint that is on another fork for a while. */
const onAnotherFork = ({ provider }: ModelChain, isForked = () => true): Provider => ({
  ...provider,
  name: 'forked',
  header: async (number) => {
    const header = await provider.header(number)
    return isForked() ? { ...header, hash: hashOf('f') } : header
  },
})

/** The events that a pool reads in a range of blocks that are not fetched. */
const eventsIn = (pool: ReturnType<typeof poolOf>['pool'], from: bigint, to: bigint, isLate = false) =>
  pool.run(async (provider, peers) => {
    const last = await provider.header(to)
    return (await witnessedEventsIn(provider, peers, from, last, audit, votesOf(isLate))).events
  })

/** An endpoint of a chain whose hashes cover other fields than are known. */
const unprovable = (provider: Provider): Provider => ({
  ...provider,
  header: async (number) => ({ ...(await provider.header(number)), isProven: false }),
  provenEvents: async () => undefined,
})

describe('an event in a block that one endpoint made up, below a block that both have', () => {
  const event = { ...created, txHash: hashOf('4') }
  /** A chain of 50 blocks, and a liar that names another block 40, with an event and a hash that is its own. */
  function withLiar() {
    const model = makeModelChain('left', startTime)
    for (let block = 1; block <= 50; block += 1) model.mine(block === 45 ? [created] : [])
    return { model, liar: makeLiar(model, lies({ invents: { event, replaced: 11, count: 1 } })) }
  }

  it.each([
    ['is asked first', (liar: Provider, honest: Provider) => [liar, honest]],
    ['bears witness', (liar: Provider, honest: Provider) => [honest, liar]],
  ])('is refused, and the liar blamed, where it %s', async (_role, endpointsOf) => {
    const { model, liar } = withLiar()
    const { pool, blamed } = poolOf(...endpointsOf(liar, model.provider))
    const events = await eventsIn(pool, 1n, 50n)
    expect(events.map(({ blockNumber }) => blockNumber)).toEqual([45n])
    expect(blamed).toEqual([liar.name])
  })

  it('is refused by two endpoints after a while, where no hash proves which block stands there', async () => {
    const { model, liar } = withLiar()
    const honest = unprovable(model.provider)
    const { pool, blamed } = poolOf(unprovable(liar), honest, { ...honest, name: 'third' })
    await expect(eventsIn(pool, 1n, 50n)).rejects.toThrow(DisputedError)
    expect(blamed).toEqual([])
    expect(await eventsIn(pool, 1n, 50n, true)).toHaveLength(1)
    expect(blamed).toEqual([liar.name])
  })

  it('is disputed by one, where no hash proves which block stands there', async () => {
    const { model, liar } = withLiar()
    const { pool, blamed } = poolOf(unprovable(liar), unprovable(model.provider))
    await expect(eventsIn(pool, 1n, 50n)).rejects.toThrow(DisputedError)
    expect(blamed).toEqual([])
  })
})

describe('events by the thousand that one endpoint invents or leaves out', () => {
  it.each([
    ['invents', 0, 3_000],
    ['leaves out', 3_000, 0],
  ])('cost a bounded number of questions where it %s them', async (_what, kept, made) => {
    const model = makeModelChain('left', startTime)
    const block = model.mine(Array.from({ length: kept }, () => created))
    const asked = { receipts: 0 }
    const honest: Provider = {
      ...model.provider,
      hasReceiptOf: async (event) => {
        asked.receipts += 1
        return model.provider.hasReceiptOf(event)
      },
    }
    const place = { blockNumber: block.number, blockHash: block.hash, blockTimestamp: block.timestamp }
    const events = Array.from({ length: made }, (_, logIndex) => ({ ...created, ...place, logIndex }))
    const liar = { ...model.provider, name: 'liar', eventsIn: async () => events, hasReceiptOf: async () => made > 0 }
    const { pool, blamed } = poolOf(honest, liar, { ...model.provider, name: 'third' })
    expect(await eventsIn(pool, 0n, 1n)).toHaveLength(kept)
    expect(asked.receipts).toBeLessThan(300)
    expect(new Set(blamed)).toEqual(new Set(['liar']))
    const two = poolOf(honest, liar)
    expect(await two.pool.run((provider, peers) => witnessedEventsIn(provider, peers, 0n, block, audit))).toMatchObject(
      { isWitnessed: false },
    )
  })
})

describe('an event whose transaction one endpoint names otherwise', () => {
  const withLiar = () => {
    const model = makeModelChain('left', startTime)
    for (let block = 1; block <= 50; block += 1) model.mine(block === 45 ? [created] : [])
    return { model, liar: makeLiar(model, lies({ hasOtherTxs: true })) }
  }

  it.each([
    ['is asked first', (liar: Provider, honest: Provider) => [liar, honest]],
    ['bears witness', (liar: Provider, honest: Provider) => [honest, liar]],
  ])('is disputed, and nobody blamed, where it %s: receipts do not prove it', async (_role, endpointsOf) => {
    const { model, liar } = withLiar()
    const { pool, blamed } = poolOf(...endpointsOf(liar, model.provider))
    await expect(eventsIn(pool, 1n, 50n)).rejects.toThrow(DisputedError)
    expect(blamed).toEqual([])
  })

  it('has the transaction that two of three name, after a while', async () => {
    const { model, liar } = withLiar()
    const { pool, blamed } = poolOf(liar, model.provider, { ...model.provider, name: 'third' })
    await expect(eventsIn(pool, 1n, 50n)).rejects.toThrow(DisputedError)
    expect((await eventsIn(pool, 1n, 50n, true)).map(({ txHash }) => txHash)).toEqual([created.txHash])
    expect(blamed).toEqual([liar.name])
  })

  it('is no proof against an endpoint that tells it while the liar is silent about logs', async () => {
    const { model, liar } = withLiar()
    const { pool, blamed } = poolOf(model.provider, liar)
    const events = model.blocks[45]?.events ?? []
    await pool.run((provider, peers) => expectNoProofAgainst(provider, peers, [], events))
    expect(blamed).toEqual([])
  })
})

describe('the time of a block that an event stands in', () => {
  it('is never that of an endpoint which names another hash when it is asked again', async () => {
    const model = makeModelChain('left', startTime)
    const block = model.mine([created])
    const liar = makeLiar(model, lies({ clockSecs: 40, hasOtherHashAgain: true }))
    const { pool, blamed } = poolOf(liar, model.provider)
    expect((await eventsOf(pool, [block.number])).map(({ blockTimestamp }) => blockTimestamp)).toEqual([
      block.timestamp,
    ])
    expect(blamed).toEqual([liar.name])
  })

  it('is asked of the next endpoint where the first is on another fork', async () => {
    const model = makeModelChain('left', startTime)
    const block = model.mine([created])
    const liar = makeLiar(model, lies({ clockSecs: 40 }))
    const forked = onAnotherFork(model, () => blamed.length === 0)
    const { pool, blamed }: ReturnType<typeof poolOf> = poolOf(liar, forked, model.provider)
    expect((await eventsOf(pool, [block.number])).map(({ blockTimestamp }) => blockTimestamp)).toEqual([
      block.timestamp,
    ])
    expect(blamed).toEqual([liar.name])
  })

  it('is asked for 32 blocks together', async () => {
    const model = makeModelChain('left', startTime)
    const blocks = Array.from({ length: 40 }, () => model.mine([created]))
    const open = { now: 0, most: 0 }
    const peer: Provider = {
      ...model.provider,
      name: 'peer',
      header: async (number) => {
        open.now += 1
        open.most = Math.max(open.most, open.now)
        await setImmediate()
        open.now -= 1
        return model.provider.header(number)
      },
    }
    const { pool } = poolOf(model.provider, peer)
    expect(
      await eventsOf(
        pool,
        blocks.map(({ number }) => number),
      ),
    ).toHaveLength(40)
    expect(open.most).toBe(32)
  })
})

describe('the time of a block that was read before', () => {
  it('is told by the others where an endpoint now names another block, which is blamed', async () => {
    const model = makeModelChain('left', startTime)
    const block = model.mine([created])
    const liar = makeLiar(model, lies({ hasOtherHashAgain: true }))
    await liar.eventsOf([block])
    const { pool, blamed } = poolOf(liar, model.provider)
    const remembered = { ...block, timestamp: block.timestamp + 40 }
    expect(await pool.run((provider, peers) => witnessedTime(provider, peers, remembered))).toBe(block.timestamp)
    expect(blamed).toEqual([liar.name])
  })

  it('is not that of a liar whose time is remembered, and who bears witness to another endpoint now', async () => {
    const model = makeModelChain('left', startTime)
    const liar = makeLiar(model, lies({ clockSecs: 29 * 86_400 }))
    const block = model.mine()
    const { pool, blamed } = poolOf(model.provider, liar)
    const remembered = await liar.header(block.number)
    expect(await pool.run((provider, peers) => witnessedTime(provider, peers, remembered))).toBe(block.timestamp)
    expect(blamed).toEqual([liar.name])
  })

  it('is not known by that liar where no hash covers the time', async () => {
    const model = makeModelChain('left', startTime)
    const unproven: Provider = {
      ...model.provider,
      header: async (number) => ({ ...(await model.provider.header(number)), isProven: false }),
    }
    const liar = makeLiar(model, lies({ clockSecs: 29 * 86_400 }))
    const remembered = await liar.header(model.mine().number)
    const { pool, blamed } = poolOf(unproven, liar)
    await expect(pool.run((provider, peers) => witnessedTime(provider, peers, remembered))).rejects.toThrow(
      DisputedError,
    )
    expect(blamed).toEqual([])
  })

  it('is known by two of three where no hash covers it, whichever of them lies', async () => {
    const model = makeModelChain('left', startTime)
    const block = model.mine()
    const liar = makeLiar(model, lies({ clockSecs: 29 * 86_400 }))
    const [first, second] = ['first', 'second'].map((name) => ({ ...unprovable(model.provider), name }))
    if (first === undefined || second === undefined) throw new Error('no endpoints')
    for (const [endpoints, expected] of [
      [[liar, first, second], [liar.name]],
      [[first, liar, second], []],
      [[first, second, liar], []],
    ] as const) {
      const { pool, blamed } = poolOf(...endpoints)
      const time = await pool.run((provider, peers) => witnessedTime(provider, peers, { ...block, timestamp: 7 }))
      expect([time, blamed]).toEqual([block.timestamp, expected])
    }
  })

  it('is not known while every other endpoint is on another fork', async () => {
    const model = makeModelChain('left', startTime)
    const block = model.mine()
    const { pool, blamed } = poolOf(model.provider, onAnotherFork(model))
    expect(await pool.run((provider, peers) => witnessedTime(provider, peers, block))).toBeUndefined()
    expect(blamed).toEqual([])
  })
})
