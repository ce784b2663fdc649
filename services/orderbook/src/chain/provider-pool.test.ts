import { beforeEach, describe, expect, it } from '@jest/globals'
import type { Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import { makeProviderPool, type ProviderPool } from './provider-pool.ts'

let clock: number
let log: string[]
const heads = new Map<string, bigint | ProviderError>()
const asProvider = (name: string): Provider => ({
  name,
  verify: async () => undefined,
  head: async () => {
    const head = heads.get(name) ?? 100n
    if (head instanceof ProviderError) throw head
    return {
      number: head,
      hash: '0x',
      parentHash: '0x',
      timestamp: 0,
      logsBloom: '0x',
      receiptsRoot: '0x',
      isProven: true,
    }
  },
  tagged: () => Promise.reject(new ProviderError('behind', 'no block')),
  header: () => Promise.reject(new ProviderError('behind', 'no block')),
  mayHoldEvents: () => false,
  eventsOf: async () => [],
  eventsIn: async () => [],
  hasReceiptOf: async () => false,
  hasUselessBloom: () => false,
  provenEvents: async () => undefined,
})

let pool: ProviderPool
beforeEach(() => {
  clock = 1_000_000
  log = []
  heads.clear()
  pool = makePool('a', 'b')
})
const makePool = (...names: string[]) =>
  makeProviderPool(names.map(asProvider), {
    now: () => clock,
    blockTimeMs: 1_000,
    observer: {
      failed: (provider, error) => log.push(`${provider} ${error.class}`),
      isUp: () => undefined,
      isPreferred: () => undefined,
    },
  })
/** Runs a step that these providers fail; answers who served it. */
const served = (...failing: string[]) =>
  pool.run(async (provider) => {
    await provider.head()
    if (failing.includes(provider.name)) throw new ProviderError('other', 'broken')
    return provider.name
  })
/** Lets the survey, which runs in the background, come to its end. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a pool of two', () => {
  it('takes the first, and the second in the same run when it fails', async () => {
    expect(await served()).toBe('a')
    expect(await served('a')).toBe('b')
    expect(log).toEqual(['a other'])
  })

  it('rests who failed, and takes it back only once it answers', async () => {
    await served('a')
    heads.set('a', new ProviderError('timeout', 'silent'))
    clock += 2_100
    expect(await served()).toBe('b')
    await settled()
    expect(log).toEqual(['a other', 'a timeout'])
    heads.delete('a')
    for (let round = 0; round < 4; round += 1) {
      clock += 2_100
      await served()
      await settled()
    }
    expect(await served()).toBe('a')
  })

  it('rests a failing one twice as long each time, at most a minute', async () => {
    const rests: number[] = []
    pool = makePool('a')
    for (let time = 0; time < 10; time += 1) {
      await served('a').catch(() => undefined)
      const before = clock
      while (log.length === time + 1 && pool.restMs() > 0) clock += 100
      rests.push(clock - before)
    }
    expect(rests.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000])
    expect(Math.max(...rests)).toBe(60_000)
  })

  it('waits as long as it was told to', async () => {
    pool = makePool('a')
    await pool.run(() => Promise.reject(new ProviderError('rate_limited', 'slow', 3_000))).catch(() => undefined)
    expect(pool.restMs()).toBe(3_000)
  })

  it('leaves one that was taken for a high head once it names a lower one', async () => {
    heads.set('b', 1_000_000_000n)
    for (let round = 0; round < 3; round += 1) {
      await served()
      await settled()
      clock += 2_100
    }
    heads.set('b', 100n)
    expect(await served()).toBe('b')
    heads.set('a', 101n)
    expect([await served(), await served()]).toEqual(['a', 'a'])
  })

  it('leaves one that lacks a block which the other had a survey ago', async () => {
    heads.set('b', 101n)
    expect(await served()).toBe('a')
    await settled()
    clock += 2_100
    await served()
    await settled()
    expect(await served()).toBe('b')
  })

  it('blames no endpoint for an error of the caller', async () => {
    await expect(pool.run(() => Promise.reject(new Error('the database is down')))).rejects.toThrow('database')
    expect(log).toEqual([])
    expect(await served()).toBe('a')
  })

  it('offers peers that answer, and takes a block they lack for no answer', async () => {
    const seen = await pool.run(async (_provider, peers) =>
      Promise.all(
        peers.map(async (peer) => [
          peer.name,
          (await peer.ask((one) => one.head()))?.number,
          await peer.ask((one) => one.header(1n)),
        ]),
      ),
    )
    expect(seen).toEqual([['b', 100n, undefined]])
    expect(log).toEqual([])
  })
})

describe('an endpoint that answers each request and never comes to an end', () => {
  /** Tells one block after the other, slowly, until it is told to give up. */
  function makeSlow(name: string) {
    const asked = { requests: 0, isGivenUp: false }
    const provider: Provider = {
      ...asProvider(name),
      eventsIn: async (_from, _to, giveUp) => {
        for (;;) {
          asked.requests += 1
          await settled()
          if (giveUp?.aborted !== true) continue
          asked.isGivenUp = true
          throw giveUp.reason
        }
      },
    }
    return { provider, asked }
  }
  const poolOf = (...providers: Provider[]) =>
    makeProviderPool(providers, {
      now: () => clock,
      blockTimeMs: 1_000_000,
      longestAnswerMs: 50,
      observer: {
        failed: (name, error) => log.push(`${name} ${error.class}`),
        isUp: () => undefined,
        isPreferred: () => undefined,
      },
    })

  it('is given up as a witness, blamed once, and asked no more in that step', async () => {
    const { provider, asked } = makeSlow('slow')
    pool = poolOf(asProvider('a'), provider)
    const answers = await pool.run(async (_provider, [peer]) => [
      await peer?.ask((one, giveUp) => one.eventsIn(1n, 2_000n, giveUp)),
      await peer?.ask((one) => one.head()),
    ])
    expect(answers).toEqual([undefined, undefined])
    expect(log).toEqual(['slow timeout'])
    await settled()
    expect(asked.isGivenUp).toBe(true)
  })

  it('is changed for another one that is there, and rests', async () => {
    const { provider, asked } = makeSlow('slow')
    pool = poolOf(provider, asProvider('b'))
    const server = () => pool.run(async (one) => ({ name: one.name, events: await one.eventsIn(1n, 2_000n) }))
    expect(await server()).toEqual({ name: 'b', events: [] })
    expect(log).toEqual(['slow timeout'])
    await settled()
    expect(asked.isGivenUp).toBe(true)
  })

  it('is changed for another one, whatever it does not answer', async () => {
    const hanging: Provider = { ...asProvider('slow'), hasReceiptOf: () => new Promise(() => undefined) }
    pool = poolOf(hanging, asProvider('b'))
    const server = () => pool.run(async (one) => ({ name: one.name, has: await one.hasReceiptOf({} as never) }))
    expect(await server()).toEqual({ name: 'b', has: false })
    expect(log).toEqual(['slow timeout'])
  })

  it('is not asked again in that step once a single request was not answered in time', async () => {
    heads.set('b', new ProviderError('timeout', 'silent'))
    pool = poolOf(asProvider('a'), asProvider('b'))
    await pool.run(async (_provider, [peer]) => {
      for (let question = 0; question < 5; question += 1) await peer?.ask((one) => one.head())
    })
    // The survey, which runs beside the step, asks it as well.
    expect(log).toEqual(['b timeout', 'b timeout'])
  })

  it('is waited for where it is the only one', async () => {
    let isDone = false
    const only: Provider = {
      ...asProvider('only'),
      eventsIn: async () => {
        await new Promise((resolve) => setTimeout(resolve, 200))
        isDone = true
        return []
      },
    }
    await poolOf(only).run((one) => one.eventsIn(1n, 2_000n))
    expect(isDone).toBe(true)
  })
})
