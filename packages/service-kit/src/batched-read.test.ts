import { describe, expect, it } from '@jest/globals'
import { batchedRead } from './batched-read.ts'

/** Reads that end when the test says so, each key's value being its upper case. */
function held(limits = { maxRunning: 1, maxKeys: 10 }) {
  const asked: (readonly string[])[] = []
  const ends: { succeed: () => void; fail: (error: Error) => void }[] = []
  const read = batchedRead<string, string>({
    readMany: (keys) => {
      asked.push(keys)
      return new Promise((resolve, reject) => {
        const found = new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
        ends.push({ succeed: () => resolve(found), fail: reject })
      })
    },
    nameOf: (key) => key,
    ...limits,
  })
  return { read, asked, ends }
}

describe('batchedRead', () => {
  it('reads at once while idle, and gathers what is asked for meanwhile', async () => {
    const { read, asked, ends } = held()
    const first = read('a')
    const others = [read('b'), read('c'), read('b'), read('none')]
    expect(asked).toEqual([['a']])
    ends[0]?.succeed()
    expect(await first).toBe('A')
    await Promise.resolve()
    expect(asked[1]).toEqual(['b', 'c', 'none'])
    ends[1]?.succeed()
    expect(await Promise.all(others)).toEqual(['B', 'C', 'B', undefined])
  })

  it('does not answer with a read that began before it was asked', async () => {
    const { read, asked, ends } = held({ maxRunning: 2, maxKeys: 10 })
    const reads = [read('a'), read('a')]
    expect(asked).toEqual([['a'], ['a']])
    for (const { succeed } of ends) succeed()
    expect(await Promise.all(reads)).toEqual(['A', 'A'])
  })

  it('keeps to its limits', async () => {
    const { read, asked, ends } = held({ maxRunning: 2, maxKeys: 2 })
    const reads = ['a', 'b', 'c', 'd', 'e'].map((key) => read(key))
    expect(asked).toEqual([['a'], ['b']])
    ends[0]?.succeed()
    await reads[0]
    await Promise.resolve()
    expect(asked[2]).toEqual(['c', 'd'])
    for (const { succeed } of ends) succeed()
    await reads[2]
    await Promise.resolve()
    expect(asked[3]).toEqual(['e'])
  })

  it('fails those whose statement failed, and nobody else', async () => {
    const { read, ends } = held()
    const [first, second] = [read('a'), read('b')]
    ends[0]?.fail(new Error('connection lost'))
    await expect(first).rejects.toThrow('connection lost')
    await Promise.resolve()
    ends[1]?.succeed()
    expect(await second).toBe('B')
  })
})
