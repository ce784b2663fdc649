import { describe, expect, it } from '@jest/globals'
import { makeLimit } from './limit.ts'

describe('a limit', () => {
  it('runs so many at once, in the order in which they came, and goes on after a failure', async () => {
    const limit = makeLimit(2)
    const [begun, ends]: [number[], (() => void)[]] = [[], []]
    const all = [0, 1, 2, 3].map((index) =>
      limit(async () => {
        begun.push(index)
        await new Promise<void>((resolve) => ends.push(resolve))
        if (index === 0) throw new Error('failed')
        return index
      }).catch(() => 'failed'),
    )
    expect(begun).toEqual([0, 1])
    ends[0]?.()
    await all[0]
    expect(begun).toEqual([0, 1, 2])
    ends[1]?.()
    await all[1]
    expect(begun).toEqual([0, 1, 2, 3])
    for (const end of ends) end()
    expect(await Promise.all(all)).toEqual(['failed', 1, 2, 3])
  })
})
