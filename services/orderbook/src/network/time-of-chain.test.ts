import { describe, expect, it } from '@jest/globals'
import type { ChainReading } from './ports.ts'
import { makeTimeOfChain } from './time-of-chain.ts'

const now = 1_800_000_000
const timeOf = (reading: ChainReading | undefined, limits = { maxStaleSecs: 300, maxAheadSecs: 900 }) =>
  makeTimeOfChain({ readings: { reading: async () => reading }, limits, now: () => now * 1000 })('left')
const read = (headTime: number, secsAgo: number) => ({ headTime, readAtMs: (now - secsAgo) * 1000 })

describe('the time of a chain', () => {
  it.each([
    ['is ours when the latest block is older', read(now - 7_200, 10), now],
    ['is the latest block’s when that is ahead', read(now + 600, 10), now + 600],
  ])('%s', async (_name, reading, time) => {
    expect(await timeOf(reading)).toBe(time)
  })

  it.each([
    ['was never read', undefined],
    ['was never read up to its head', { headTime: now, readAtMs: undefined }],
    ['was read too long ago', read(now, 301)],
    ['is too far ahead of ours', read(now + 901, 1)],
    ['is 29 days ahead of ours', read(now + 29 * 86_400, 1)],
  ])('is refused when the chain %s', async (_name, reading) => {
    await expect(timeOf(reading)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  })

  it('may be as old as it is when the limit is 0', async () => {
    expect(await timeOf(undefined, { maxStaleSecs: 0, maxAheadSecs: 900 })).toBe(now)
  })
})
