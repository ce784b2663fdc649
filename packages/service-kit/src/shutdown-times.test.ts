import { describe, expect, it } from '@jest/globals'
import { shutdownProblems, shutdownTimes } from './shutdown-times.ts'

describe('shutdownTimes', () => {
  it('drains requests for three fifths of what the delay leaves', () => {
    expect(shutdownTimes({ shutdownGraceMs: 25_000, shutdownDelayMs: 5_000 })).toEqual({
      delayMs: 5_000,
      drainMs: 12_000,
    })
  })
})

describe('shutdownProblems', () => {
  it.each([
    [25_000, 0, []],
    [0, 0, []],
    [10_000, 5_000, []],
    [10_000, 5_001, ['SHUTDOWN_DELAY_MS: is more than half of SHUTDOWN_GRACE_MS (10000)']],
  ])('of %d ms with a delay of %d ms', (shutdownGraceMs, shutdownDelayMs, problems) => {
    expect(shutdownProblems({ shutdownGraceMs, shutdownDelayMs })).toEqual(problems)
  })
})
