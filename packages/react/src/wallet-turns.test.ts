import { describe, expect, it } from '@jest/globals'
import type { Locks } from './browser.ts'
import { makeInTurn } from './wallet-turns.ts'

const never = () => new Promise<never>(() => {})
const moment = () => new Promise((resolve) => setImmediate(resolve))

/** The part of the Web Locks that the turns use: a name has one holder at a time, and an abort signal ends the wait for it. */
function fakeLocks(): Locks {
  const last = new Map<string, Promise<unknown>>()
  const request = async (
    name: string,
    { signal }: { signal: AbortSignal },
    work: (lock: unknown) => Promise<unknown>,
  ) => {
    const before = last.get(name) ?? Promise.resolve()
    const left = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const held = Promise.race([before, left]).then(() => work({}))
    last.set(name, Promise.allSettled([before, held]))
    return held
  }
  return { request } as unknown as Locks
}

describe.each([
  ['with the locks of the browser', fakeLocks],
  ['in a browser without locks', () => undefined],
])('the turns of a wallet, %s', (_, locksOf) => {
  const turnsOf = (name: string, over: { waitMs?: number } = {}) => {
    const shared = locksOf()
    return makeInTurn(name, { ...over, ...(shared === undefined ? {} : { shared }) })
  }

  it('begin one after the other, in the order in which they were asked for', async () => {
    const inTurn = turnsOf('order')
    const events: string[] = []
    const step = (id: string) => async () => {
      events.push(`${id} begins`)
      await moment()
      events.push(`${id} ends`)
      return id
    }
    expect(await Promise.all([inTurn(step('a')), inTurn(step('b')), inTurn(step('c'))])).toEqual(['a', 'b', 'c'])
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('go on after a step that failed, whose caller gets its error', async () => {
    const inTurn = turnsOf('failure')
    const refused = inTurn(() => Promise.reject(new Error('the user refused')))
    const next = inTurn(async () => 'done')
    await expect(refused).rejects.toThrow('the user refused')
    expect(await next).toBe('done')
  })

  it('go on beside a step whose wallet never answers, after a while', async () => {
    const inTurn = turnsOf('hanging', { waitMs: 20 })
    void inTurn(never)
    expect(await Promise.all([inTurn(async () => 'one'), inTurn(async () => 'other')])).toEqual(['one', 'other'])
  })
})

describe('the turns of two wallets', () => {
  it('do not wait for each other', async () => {
    void makeInTurn('one wallet')(never)
    expect(await makeInTurn('another wallet')(async () => 'done')).toBe('done')
  })
})

describe('the turns of a browser that refuses a lock', () => {
  it('are given all the same: the step asserts its chain by itself', async () => {
    const shared = { request: () => Promise.reject(new Error('no lock')) } as unknown as Locks
    expect(await makeInTurn('refused', { shared })(async () => 'done')).toBe('done')
  })
})
