import { describe, expect, it } from '@jest/globals'
import { isHedgeDue } from './hedge.ts'

const minutes = (count: number) => count * 60_000
const revealedAt = minutes(1_000)
/** An hour after the reveal. */
const cancelAfter = (revealedAt + minutes(60)) / 1_000

describe('isHedgeDue', () => {
  it.each([
    ['in the first three fifths of what was left', 35, 35, 2, false],
    ['after them', 36, 36, 2, true],
    ['when another signer has just taken over', 50, 0.9, 2, false],
    ['when that one had a minute too', 50, 1, 2, true],
    ['before it had ten blocks of a slow chain', 50, 1.9, 12, false],
    ['after ten blocks of a slow chain', 50, 2, 12, true],
    ['when it is too late already', 61, 61, 2, true],
  ])('%s', (_, sinceReveal, tried, blockSecs, expected) => {
    const nowMs = revealedAt + minutes(sinceReveal)
    const triedSince = nowMs - minutes(tried)
    expect(isHedgeDue({ revealedAt, triedSince, cancelAfter, nowMs, blockTimeMs: blockSecs * 1_000 })).toBe(expected)
  })

  it('never, for what was revealed with no time left, before the signer had its minute', () => {
    const late = { revealedAt, cancelAfter: revealedAt / 1_000, blockTimeMs: 2_000, triedSince: revealedAt }
    expect(isHedgeDue({ ...late, nowMs: revealedAt })).toBe(false)
    expect(isHedgeDue({ ...late, nowMs: revealedAt + minutes(1) })).toBe(true)
  })
})
