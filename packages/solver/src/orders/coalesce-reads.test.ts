import { describe, expect, it } from '@jest/globals'
import { coalesceReads } from './coalesce-reads.ts'

/** Reads that end when the test says so. */
function begin() {
  const reads: { key: string; end: (error?: Error) => void }[] = []
  const { read: take, settled } = coalesceReads(
    (key) =>
      new Promise((resolve, reject) => {
        reads.push({ key, end: (error) => (error === undefined ? resolve() : reject(error)) })
      }),
  )
  const turn = () => new Promise((resolve) => setTimeout(resolve, 1))
  return { take, settled, reads, turn, keys: () => reads.map(({ key }) => key) }
}

describe('coalesceReads', () => {
  it('reads once for all news of one moment', async () => {
    const { take, reads, turn, keys } = begin()
    const taken = [take('one'), take('one'), take('other'), take('one')]
    await turn()
    expect(keys()).toEqual(['one', 'other'])
    for (const { end } of reads) end()
    await Promise.all(taken)
  })

  it('reads once more, after the read under way, for all that comes meanwhile', async () => {
    const { take, reads, turn, keys } = begin()
    const first = take('one')
    await turn()
    const more = [take('one'), take('one')]
    await turn()
    expect(keys()).toEqual(['one'])
    reads[0]?.end()
    await first
    await turn()
    expect(keys()).toEqual(['one', 'one'])
    reads[1]?.end()
    await Promise.all(more)
  })

  it('does not let a failed read keep the next one from being made', async () => {
    const { take, reads, turn, keys } = begin()
    const first = take('one')
    await turn()
    const next = take('one')
    reads[0]?.end(new Error('no answer'))
    await expect(first).rejects.toThrow('no answer')
    await turn()
    expect(keys()).toEqual(['one', 'one'])
    reads[1]?.end()
    await next
    const later = take('one')
    await turn()
    expect(keys()).toHaveLength(3)
    reads[2]?.end()
    await later
  })

  it('is settled once the last read has ended, which includes one that was wanted during another', async () => {
    const { take, settled, reads, turn } = begin()
    let isSettled = false
    const first = take('one')
    await turn()
    const next = take('one')
    const settling = settled().then(() => {
      isSettled = true
    })
    reads[0]?.end()
    await first
    await turn()
    expect(isSettled).toBe(false)
    reads[1]?.end(new Error('no answer'))
    await expect(next).rejects.toThrow('no answer')
    await settling
  })
})
