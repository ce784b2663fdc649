import { describe, expect, it } from '@jest/globals'
import { ownStartTime } from './new-secret.ts'

describe('ownStartTime', () => {
  it('gives swaps that start in one millisecond different times, and the clock its way otherwise', () => {
    expect([5_000, 5_000, 5_000, 5_001, 5_100].map((now) => ownStartTime(now))).toEqual([
      5_000, 5_001, 5_002, 5_003, 5_100,
    ])
  })

  it('follows a clock that was set back', () => {
    ownStartTime(900_000)
    expect(ownStartTime(100_000)).toBe(100_000)
  })
})
