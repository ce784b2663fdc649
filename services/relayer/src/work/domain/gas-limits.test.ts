import { describe, expect, it } from '@jest/globals'
import type { BatchKind } from './batch-kind.ts'
import { batchGasLimit, defaultGasLimits, gasLimitOf, maxInBatch, payoutGas } from './gas-limits.ts'
import type { Work } from './work.ts'

const limits = { claim: 1n, claimHop: 2n, initiation: 3n, cancel: 4n, recoverPrefund: 5n, transaction: 6n }

describe('gasLimitOf', () => {
  it.each<[string, unknown, bigint]>([
    ['a claim', { kind: 'claim', hop: null }, 1n],
    ['a hop', { kind: 'claim', hop: {} }, 2n],
    ['an initiation', { kind: 'initiation' }, 3n],
    ['a cancellation', { kind: 'cancel_source', job: 'cancel' }, 4n],
    ['a prefund given back', { kind: 'recover_prefund_source', job: 'recover_prefund' }, 5n],
    ['a claim by the keeper', { kind: 'claim_source', job: 'claim' }, 1n],
  ])('%s', (_name, work, expected) => {
    expect(gasLimitOf(work as Work, limits)).toBe(expected)
  })
})

describe.each<[BatchKind, bigint, number]>([
  ['claim', defaultGasLimits.claim, 36],
  ['prefunded', defaultGasLimits.initiation, 18],
  ['signed', defaultGasLimits.initiation, 18],
])('a batch of kind %s', (kind, each, most) => {
  it('has the most members that its transaction has room for', () => {
    expect(maxInBatch(kind, defaultGasLimits)).toBe(most)
    expect(batchGasLimit(kind, most, defaultGasLimits)).toBeLessThanOrEqual(defaultGasLimits.transaction)
    expect(batchGasLimit(kind, most + 1, defaultGasLimits)).toBeGreaterThan(defaultGasLimits.transaction)
  })

  it('leaves every member its own limit after the 63 parts of 64 that are passed on', () => {
    const last = (batchGasLimit(kind, 1, defaultGasLimits) * 63n) / 64n
    expect(last).toBeGreaterThan(each)
  })
})

it('leaves a payout more than any usual token transfer', () => {
  expect(payoutGas(defaultGasLimits)).toBe(120_000n)
})
