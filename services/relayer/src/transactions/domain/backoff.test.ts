import { describe, expect, it } from '@jest/globals'
import { backoffMs, blockedDelayMs, revertDelayMs } from './backoff.ts'

describe('backoffMs', () => {
  it.each([
    [0, 100],
    [1, 200],
    [5, 3_200],
    [10, 60_000],
    [1_000, 60_000],
  ])('after %p times', (times, delayMs) => {
    expect(backoffMs(times, { firstMs: 100, maxMs: 60_000 })).toBe(delayMs)
  })

  it('is never shorter than the first time', () => {
    expect(backoffMs(3, { firstMs: 90_000, maxMs: 60_000 })).toBe(90_000)
  })

  it('is longer for a job of the keeper than for a claim', () => {
    const waits = (isPatient: boolean) => revertDelayMs(20, { blockTimeMs: 2_000, isPatient })
    expect([waits(false), waits(true)]).toEqual([60_000, 1_800_000])
  })
})

describe('blockedDelayMs', () => {
  it.each([
    [0, 100, 100],
    [8_000, 100, 1_000],
    [3_600_000, 100, 30_000],
    [3_600_000, 60_000, 60_000],
  ])('after %p ms with blocks of %p ms', (waitedMs, blockTimeMs, delayMs) => {
    expect(blockedDelayMs(waitedMs, blockTimeMs)).toBe(delayMs)
  })
})
