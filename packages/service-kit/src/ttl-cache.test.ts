import { describe, expect, it } from '@jest/globals'
import { ttlCache } from './ttl-cache.ts'

const counting = (milliseconds: number, fail = false) => {
  let asked = 0
  const ask = ttlCache(milliseconds, async (key: string) => {
    asked += 1
    if (fail) throw new Error(`no ${key}`)
    return `${key} ${asked}`
  })
  return { ask, asked: () => asked }
}

describe('ttlCache', () => {
  it('asks once for all who come together, for each key', async () => {
    const { ask, asked } = counting(60_000)
    await expect(Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])).resolves.toEqual(['a 1', 'a 1', 'b 2', 'a 1'])
    expect(asked()).toBe(2)
  })

  it('asks again once the answer is old', async () => {
    const { ask, asked } = counting(0)
    await ask('a')
    await ask('a')
    expect(asked()).toBe(2)
  })

  it('asks again for who wants to know it anew, and then everybody does', async () => {
    const { ask } = counting(60_000)
    await ask('a')
    await expect(Promise.all([ask('a', 0), ask('a')])).resolves.toEqual(['a 2', 'a 2'])
  })

  it('keeps an answer from when it was made, and shares it while it is under way', async () => {
    let [asked, now] = [0, 60_000]
    const ask = ttlCache(
      60_000,
      async (_all: 'all') => {
        asked += 1
        return { madeAt: asked === 1 ? 0 : now }
      },
      { now: () => now, madeAt: ({ madeAt }) => madeAt },
    )
    await Promise.all([ask('all'), ask('all')])
    expect(asked).toBe(1)
    await ask('all')
    expect(asked).toBe(2)
    now += 59_999
    await ask('all')
    expect(asked).toBe(2)
    now += 1
    await ask('all')
    expect(asked).toBe(3)
  })

  it('keeps no failure', async () => {
    const { ask, asked } = counting(60_000, true)
    await expect(ask('a')).rejects.toThrow('no a')
    await expect(ask('a')).rejects.toThrow('no a')
    expect(asked()).toBe(2)
  })
})
