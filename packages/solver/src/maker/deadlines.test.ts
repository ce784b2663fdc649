import { describe, expect, it } from '@jest/globals'
import { windowChain } from '../../test/support/window-chain.ts'
import { keepsDeadlines, pricedDeadlines, quoteProblem } from './deadlines.ts'

const rules = { source: windowChain, destination: windowChain, minMarginSecs: 43_200, worthUsd: 100, ownMarginSecs: 0 }
const now = { source: 1_000_000, destination: 2_000_000, own: 900_000 }
const none = { source_cancel_after: null, dest_cancel_after: null }

describe('keepsDeadlines', () => {
  const priced = { source: 10_420, destination: 10_000 }
  it.each([
    ['the deadlines that were priced', { source: 10_420, destination: 10_000 }, true],
    ['an earlier destination', { source: 10_420, destination: 9_000 }, true],
    ['a later source', { source: 20_000, destination: 10_000 }, true],
    ['a larger margin', { source: 11_000, destination: 9_000 }, true],
    ['a later destination', { source: 10_420, destination: 10_001 }, false],
    ['an earlier source', { source: 10_419, destination: 10_000 }, false],
    ['an earlier source, though the margin is as large', { source: 9_420, destination: 9_000 }, false],
    ['a later destination, though the margin is as large', { source: 11_420, destination: 11_000 }, false],
    ['the longest life that a network allows', { source: 86_400, destination: 14_400 }, false],
    ['no deadline at all', { source: Number.NaN, destination: Number.NaN }, false],
  ])('decides on %s', (_case, order, expected) => {
    expect(keepsDeadlines(order, priced)).toBe(expected)
  })

  it('binds no promise that kept none', () => {
    expect(keepsDeadlines({ source: 2, destination: 1 }, undefined)).toBe(true)
  })
})

describe('pricedDeadlines', () => {
  const longest = { source: 1_000_000 + 86_400 - 900, destination: 2_000_000 + 14_400 + 900 }
  it.each([
    ['both', { source_cancel_after: 20, dest_cancel_after: 10 }, { source: 20, destination: 10 }],
    ['none', none, longest],
    ['none, by an older orderbook', {}, longest],
    ['the source alone', { ...none, source_cancel_after: 20 }, longest],
    ['the destination alone', { ...none, dest_cancel_after: 10 }, longest],
  ])('are those of the request, or the longest, where it names %s', (_case, ask, expected) => {
    expect(pricedDeadlines(ask, now, rules)).toEqual(expected)
  })
})

describe('quoteProblem', () => {
  const at = { source: 1_000_000, destination: 1_000_000, own: 1_000_000 }
  const ask = { fill_by: 1_000_600, source_cancel_after: 1_001_388, dest_cancel_after: 1_000_900 }
  it.each([
    ['deadlines in bounds', ask, {}, at, undefined],
    ['too small a margin', { ...ask, source_cancel_after: 1_001_319 }, {}, at, 'by 420 s'],
    [
      'a margin without half of what clocks may differ by',
      { ...ask, source_cancel_after: 1_001_353 },
      {},
      at,
      'by 454 s',
    ],
    ['a destination chain without a block for half an hour', ask, {}, { ...at, destination: 998_200 }, 'by 454 s'],
    [
      'a destination chain without a block for an hour, and fixed lives',
      { ...ask, ...none },
      {},
      { ...at, destination: 996_400 },
      undefined,
    ],
    ['a source chain that is ahead', ask, {}, { ...at, source: at.source + 35 }, 'by 454 s'],
    ['a margin that is ours, and what clocks may differ by', ask, { ownMarginSecs: 454 }, at, undefined],
    ['less than ours, and what clocks may differ by', ask, { ownMarginSecs: 455 }, at, 'our own 489 s'],
    ['no deadlines, and the lives suffice', { ...ask, ...none }, { ownMarginSecs: 71_966 }, at, undefined],
    [
      'no deadlines, and the lives do not suffice',
      { ...ask, ...none },
      { ownMarginSecs: 71_967 },
      at,
      'our own 72001 s',
    ],
    ['half of the deadlines', { ...ask, source_cancel_after: null }, { ownMarginSecs: 71_967 }, at, 'our own'],
  ])('decides on %s', (_case, asked, over, times, problem) => {
    const found = quoteProblem(asked, times, { ...rules, ...over })
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(problem)
  })
})
