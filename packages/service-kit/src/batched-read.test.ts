import { describe, expect, it } from '@jest/globals'
import { batchedRead } from './batched-read.ts'

/** Reads that end when the test says so. The value of each key is the key in upper case. */
function held(limits = { maxRunning: 1, maxKeys: 10 }) {
  const asked: (readonly string[])[] = []
  const ends: (() => void)[] = []
  const read = batchedRead<string, string>({
    readMany: (keys) => {
      asked.push(keys)
      return new Promise((resolve) => {
        const found = new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
        ends.push(() => resolve(found))
      })
    },
    nameOf: (key) => key,
    ...limits,
  })
  return { read, asked, ends }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('batchedRead', () => {
  it('reads every key once that is asked for at the same moment', async () => {
    const { read, asked, ends } = held()
    const all = ['b', 'c', 'b', 'none'].map(read)
    await settled()
    expect(asked).toEqual([['b', 'c', 'none']])
    ends[0]?.()
    expect(await Promise.all(all)).toEqual(['B', 'C', 'B', undefined])
  })

  it('does not answer with a read that began before it was asked', async () => {
    const { read, asked, ends } = held({ maxRunning: 2, maxKeys: 10 })
    const first = read('a')
    await settled()
    const second = read('a')
    await settled()
    expect(asked).toEqual([['a'], ['a']])
    for (const end of ends) end()
    expect(await Promise.all([first, second])).toEqual(['A', 'A'])
  })

  it('counts a key once towards its limit', async () => {
    const { read, asked, ends } = held({ maxRunning: 1, maxKeys: 2 })
    const all = ['a', 'a', 'b', 'c'].map(read)
    await settled()
    expect(asked).toEqual([['a', 'b']])
    ends[0]?.()
    await settled()
    ends[1]?.()
    expect(await Promise.all(all)).toEqual(['A', 'A', 'B', 'C'])
  })
})
