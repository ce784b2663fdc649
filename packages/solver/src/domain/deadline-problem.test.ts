import { describe, expect, it } from '@jest/globals'
import { windowChain } from '../../test/support/window-chain.ts'
import { deadlineProblem } from './deadline-problem.ts'

const chain = { ...windowChain, fitted_windows: null }
const fixed = {
  source: chain,
  destination: chain,
  minMarginSecs: 43_200,
  worthUsd: 100,
  ownMarginSecs: 0,
  fillBy: null,
}
const fitted = { ...fixed, source: windowChain, destination: windowChain }
const now = 1_000_000
const at = { source: now, destination: now, own: now }
const lives = { source: now + 86_400, destination: now + 14_400 }
/** A margin of 420 s is the least between these chains. */
const minutes = { source: now + 1_320, destination: now + 900 }

describe('deadlineProblem', () => {
  it.each([
    ['fixed lives', lives, at, fixed, undefined],
    [
      'fixed lives, when the destination has had no block for an hour',
      lives,
      { ...at, destination: now - 3_600 },
      fixed,
      undefined,
    ],
    [
      'fixed lives, when the source has had no block for an hour',
      lives,
      { ...at, source: now - 3_600 },
      fixed,
      undefined,
    ],
    [
      'a destination that lives longer than its chain says',
      { ...lives, destination: now + 15_301 },
      at,
      fixed,
      'lives longer',
    ],
    ['the least margin', minutes, at, fitted, undefined],
    [
      'the least margin, and a destination block of a second ago',
      minutes,
      { ...at, destination: now - 1 },
      fitted,
      'by 420 s',
    ],
    ['the least margin, and a source that is ahead', minutes, { ...at, source: now + 1 }, fitted, 'by 420 s'],
    [
      'the least margin, and a source endpoint that has stopped',
      minutes,
      { ...at, source: now - 500 },
      fitted,
      undefined,
    ],
    ['a margin that must be longer', minutes, at, { ...fitted, spareSecs: 1 }, 'by 421 s'],
    ['less than our own margin', lives, at, { ...fixed, ownMarginSecs: 72_001 }, 'our own 72001 s'],
    [
      'our own margin, which must be longer',
      lives,
      at,
      { ...fixed, ownMarginSecs: 72_000, spareSecs: 1 },
      'our own 72001 s',
    ],
    ['no number', { ...lives, source: Number.NaN }, at, fixed, 'whole number'],
  ])('decides on %s', (_case, deadlines, clocks, rules, problem) => {
    const found = deadlineProblem(deadlines, clocks, rules)
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(problem)
  })
})
