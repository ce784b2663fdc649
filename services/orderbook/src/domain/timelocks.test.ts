import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { timelocks } from './timelocks.ts'

describe('timelocks', () => {
  it('gives both sides their life when the clocks agree', () => {
    const policy = { sourceLifeSecs: 43_200, destLifeSecs: 3_600, minMarginSecs: 21_600, slackSecs: 100 }
    expect(timelocks({ source: 1_000, destination: 1_000 }, policy)).toEqual({ source: 44_200, destination: 4_600 })
  })

  it('spares seconds for a second look at the clocks, where the lives differ by exactly the margin', () => {
    const policy = { sourceLifeSecs: 25_200, destLifeSecs: 3_600, minMarginSecs: 21_600, slackSecs: 100 }
    expect(timelocks({ source: 1_000, destination: 1_000 }, policy)).toEqual({ source: 26_300, destination: 4_600 })
  })

  it('keeps the margin and both lives whatever the clocks say', () => {
    const time = fc.integer({ min: 0, max: 2 ** 33 })
    const secs = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(time, time, secs, secs, secs, (source, destination, sourceLifeSecs, destLifeSecs, minMarginSecs) => {
        const slackSecs = 100
        const locks = timelocks({ source, destination }, { sourceLifeSecs, destLifeSecs, minMarginSecs, slackSecs })
        // Each by its own clock.
        const left = locks.source - source - (locks.destination - destination)
        expect(left).toBeGreaterThanOrEqual(minMarginSecs)
        expect(locks.source - locks.destination).toBeGreaterThanOrEqual(minMarginSecs + slackSecs)
        expect(locks.source - source).toBeGreaterThanOrEqual(sourceLifeSecs)
        expect(locks.destination - destination).toBe(destLifeSecs)
      }),
    )
  })
})
