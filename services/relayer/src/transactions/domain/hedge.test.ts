import { describe, expect, it } from '@jest/globals'
import { isHedgeDue } from './hedge.ts'

const minutes = (count: number) => count * 60_000
const revealedAt = minutes(1_000)

interface Case {
  /** Minutes since the first broadcast. */
  since: number
  tried: number
  window?: number
  blockSecs?: number
  canPay?: boolean
  hedgeAfter?: number
}

describe('isHedgeDue', () => {
  it.each<[string, Case, boolean]>([
    ['in the first three fifths of what was left', { since: 35, tried: 35 }, false],
    ['after them', { since: 36, tried: 36 }, true],
    ['when another signer has just begun', { since: 50, tried: 0.9 }, false],
    ['when that one had a minute, too', { since: 50, tried: 1 }, true],
    ['before it had ten blocks of a slow chain', { since: 50, tried: 1.9, blockSecs: 12 }, false],
    ['after ten blocks of a slow chain', { since: 50, tried: 2, blockSecs: 12 }, true],
    ['when no signer that has it can pay, in the first minute', { since: 0.9, tried: 0.9, canPay: false }, false],
    ['when no signer that has it can pay', { since: 1, tried: 1, canPay: false }, true],
    ['after three fifths of a short time, and a tenth', { since: 3, tried: 0.5, window: 5 }, true],
    ['before a tenth of a short time', { since: 3, tried: 0.4, window: 5 }, false],
    ['as soon as it is told to', { since: 0.5, tried: 0.5, hedgeAfter: 0.5 }, true],
    ['not sooner than that', { since: 0.4, tried: 0.4, hedgeAfter: 0.5 }, false],
    ['when it is told to wait for longer than there is time', { since: 36, tried: 36, hedgeAfter: 90 }, true],
    ['when it is too late already', { since: 61, tried: 61 }, true],
  ])('%s: %j is %s', (_, { since, tried, blockSecs = 2, canPay = true, window = 60, hedgeAfter }, expected) => {
    const nowMs = revealedAt + minutes(since)
    const o = {
      broadcastAt: revealedAt,
      canPay,
      nowMs,
      triedSince: nowMs - minutes(tried),
      blockTimeMs: blockSecs * 1_000,
    }
    const hedgeAfterMs = hedgeAfter === undefined ? undefined : minutes(hedgeAfter)
    expect(isHedgeDue({ ...o, hedgeAfterMs, deadlineMs: revealedAt + minutes(window) })).toBe(expected)
  })
})
