import { describe, expect, it } from '@jest/globals'
import { type WindowRules, windowToleranceSecs } from '@tandem/contracts'
import { whyOutOfWindow } from './window.ts'

const chainOf = (chain: string, fitted_windows: WindowRules['source']['fitted_windows']) => ({
  ...{ chain, block_time_ms: 2_000, confirmations: 30, confirmation_steps: [], finality_tag: null },
  ...{ claim_safety_secs: 120, source_cancel_after_secs: 86_400, dest_cancel_after_secs: 14_400, fitted_windows },
})
const rulesOf = (fitted_windows: WindowRules['source']['fitted_windows']): WindowRules => ({
  ...{ source: chainOf('left', fitted_windows), destination: chainOf('right', fitted_windows) },
  ...{ minMarginSecs: 43_200, worthUsd: 100 },
})
/** Rules with fitted windows, whose least margin is 60 + 300 + 60 s. */
const fitted = rulesOf({ reveal_secs: 120, claim_secs: 300 })
const fixed = rulesOf(null)

const clock = 1_000_000
const fillBy = clock + 600
const end = fillBy + 300

/** The decision about an order at these clocks; undefined when the order is accepted. */
function decisionAbout(
  cancelAfter: { source: number; destination: number },
  { sourceAheadSecs, rules = fitted }: { sourceAheadSecs: number; rules?: WindowRules },
): { type: string; code: string } | undefined {
  const decision = whyOutOfWindow({
    chain: 'left',
    cancelAfter,
    fillBy,
    now: { source: clock + sourceAheadSecs, destination: clock },
    rules,
  })
  return decision && { type: decision.type, code: decision.code }
}
const final = { type: 'refuse', code: 'VAULT_MISMATCH' }
const later = { type: 'wait', code: 'CHAIN_UNAVAILABLE' }

describe('the deadlines of an order that the relayer is to create', () => {
  const least = { source: end + 420, destination: end }
  const life = { source: clock + 14_400 + 43_200, destination: clock + 14_400 }
  const year = 31_536_000
  it.each<[string, typeof least, Parameters<typeof decisionAbout>[1], ReturnType<typeof decisionAbout>]>([
    ['are taken with the least margin', least, { sourceAheadSecs: 0 }, undefined],
    ['are taken while the destination is ahead', least, { sourceAheadSecs: -300 }, undefined],
    ['wait while the source is ahead by a second', least, { sourceAheadSecs: 1 }, later],
    ['wait while the source is ahead by more than the margin', least, { sourceAheadSecs: 5_000 }, later],
    ['wait with fixed lives as well', life, { sourceAheadSecs: 1, rules: fixed }, later],
    ['are refused a second short', { ...least, source: end + 419 }, { sourceAheadSecs: 0 }, final],
    [
      'are refused a second short, whatever the clocks',
      { ...least, source: end + 419 },
      { sourceAheadSecs: 50 },
      final,
    ],
    ['are refused the wrong way round', { source: end, destination: end + 1 }, { sourceAheadSecs: 50 }, final],
    [
      'are refused where the destination lives too long, whatever the clocks',
      { source: clock + 60_000, destination: clock + 14_400 + windowToleranceSecs + 1 },
      { sourceAheadSecs: 50_000 },
      final,
    ],
    [
      'are refused a year ahead',
      { source: clock + 2 * year, destination: clock + year },
      { sourceAheadSecs: 1 },
      final,
    ],
    [
      'are refused without time to reveal',
      { source: end + 301, destination: end - 121 },
      { sourceAheadSecs: 50 },
      final,
    ],
    ['are refused where a clock is no number', least, { sourceAheadSecs: Number.NaN }, final],
    ['are refused where a deadline is no number', { ...least, source: Number.NaN }, { sourceAheadSecs: 1 }, final],
  ])('%s', (_case, deadlines, at, expected) => {
    expect(decisionAbout(deadlines, at)).toEqual(expected)
  })
})
