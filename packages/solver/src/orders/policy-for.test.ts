import { describe, expect, it } from '@jest/globals'
import type { WindowChain } from '@tandem/contracts'
import { policyFor, type SolverPolicy } from './policy-for.ts'

const now = 1_800_000_000
const source: WindowChain = {
  block_time_ms: 2_000,
  confirmations: 3,
  confirmation_steps: [{ from_usd: 1_000, confirmations: 9 }],
  finality_tag: null,
  claim_safety_secs: 100,
  source_cancel_after_secs: 20_000,
  dest_cancel_after_secs: 3_100,
  fitted_windows: { reveal_secs: 61, claim_secs: 307 },
}
const destination: WindowChain = {
  block_time_ms: 3_500,
  confirmations: 4,
  confirmation_steps: [{ from_usd: 1_000, confirmations: 12 }],
  finality_tag: null,
  claim_safety_secs: 170,
  source_cancel_after_secs: 30_000,
  dest_cancel_after_secs: 4_100,
  fitted_windows: { reveal_secs: 83, claim_secs: 411 },
}
const sides = { source: { chain: { config: source } }, destination: { chain: { config: destination } } }
const solver: SolverPolicy = {
  isPaused: true,
  minProfitBips: 13,
  minMarginSecs: 18_000,
  ownMarginSecs: 0,
  assets: undefined,
}

describe('policyFor', () => {
  it('leaves the user the safety of the destination, and a funding two of its blocks', () => {
    expect(policyFor(sides, solver, 100)).toMatchObject({
      minFillWindowSecs: 170 + 30,
      fundingSecs: 5 + 7,
      isPaused: true,
      minProfitBips: 13,
    })
  })

  it.each([
    // The depths of both chains, and the time that the source's leaves for a claim.
    ['a small order', 100, solver, 14 + 307 + 6],
    ['a dear order', 1_000, solver, 42 + 307 + 18],
    ['an order of unknown worth', undefined, solver, 42 + 307 + 18],
    ['a solver that wants more', 100, { ...solver, ownMarginSecs: 901 }, 901],
  ])('wants a margin of %s', (_case, worth, policy, margin) => {
    const problemOf = (secs: number) =>
      policyFor(sides, policy, worth).deadlineProblem(
        { source: now + 2_000 + secs, destination: now + 2_000 },
        { source: now, destination: now, own: now, fillBy: null },
      )
    expect(problemOf(margin)).toBeUndefined()
    expect(problemOf(margin - 1)).toMatch(/outlive/)
  })

  it.each([
    ['fixed lives: the margin of the network', null, 18_000],
    ['fitted windows: that of the chains', source.fitted_windows, 14 + 307 + 6],
  ])('takes where the source has %s', (_case, fitted_windows, margin) => {
    const chains = { ...sides, source: { chain: { config: { ...source, fitted_windows } } } }
    const problemOf = (secs: number) =>
      policyFor(chains, solver, 100).deadlineProblem(
        { source: now + 2_000 + secs, destination: now + 2_000 },
        { source: now, destination: now, own: now, fillBy: null },
      )
    expect([problemOf(margin), problemOf(margin - 1) === undefined]).toEqual([undefined, false])
  })

  it('has the destination outlive fill_by by its depth and its safety', () => {
    const problemOf = (secs: number) =>
      policyFor(sides, solver, 100).deadlineProblem(
        { source: now + 3_000, destination: now + 2_000 },
        { source: now, destination: now, own: now, fillBy: now + 2_000 - secs },
      )
    expect([problemOf(14 + 170), problemOf(14 + 170 - 1) === undefined]).toEqual([undefined, false])
  })
})
