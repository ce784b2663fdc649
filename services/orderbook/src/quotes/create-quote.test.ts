import { describe, expect, it } from '@jest/globals'
import type { WindowChain } from '@tandem/contracts'
import { fitsInto } from './create-quote.ts'

const chain = (over: Partial<WindowChain> = {}): WindowChain => ({
  block_time_ms: 2_000,
  confirmations: 30,
  confirmation_steps: [{ from_usd: 10_000, confirmations: 40 }],
  finality_tag: null,
  claim_safety_secs: 120,
  source_cancel_after_secs: 86_400,
  dest_cancel_after_secs: 14_400,
  fitted_windows: { reveal_secs: 120, claim_secs: 300 },
  ...over,
})
const flat = chain({ confirmation_steps: [] })
const now = { source: 1_000_000, destination: 2_000_000 }
/**
 * With these times, the source has 60 s to be confirmed and the maker 120 s to fill. Time is left
 * before the deadlines.
 */
const times = { initiateBy: now.source + 660, fillBy: now.destination + 840 }
const cancelAfter = { source: now.destination + 2_900, destination: now.destination + 1_800 }

describe('fitsInto', () => {
  it.each<[string, Partial<WindowChain>, Partial<WindowChain>, number | undefined, object, boolean]>([
    ['an offer of the same worth', {}, {}, 100, {}, true],
    ['an offer whose worth asks for a deeper source', {}, flat, 10_000, {}, false],
    ['an offer whose worth is not known', {}, flat, undefined, {}, false],
    [
      'an offer whose worth asks for a deeper source, of chains with fixed lives',
      {},
      flat,
      10_000,
      { cancelAfter: null },
      false,
    ],
    ['an offer whose worth asks for a deeper destination alone', flat, {}, 10_000, {}, true],
    ['a destination so deep that its deadline is too early', flat, { confirmations: 500 }, 100, {}, false],
    ['a time to fill that is a second short', {}, {}, 100, { fillBy: times.fillBy - 1 }, false],
    ['a quote without a time to fill', {}, {}, 10_000, { initiateBy: null, fillBy: null, cancelAfter: null }, true],
  ])('checks %s', (_case, source, destination, worthUsd, over, expected) => {
    const rules = { source: chain(source), destination: chain(destination), minMarginSecs: 43_200, worthUsd }
    expect(fitsInto({ ...times, cancelAfter, ...over }, rules, { now, fillWithinSecs: 120 })).toBe(expected)
  })
})
