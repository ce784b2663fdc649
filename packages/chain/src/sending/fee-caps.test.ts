import { describe, expect, it } from '@jest/globals'
import { whyTooDear } from './fee-caps.ts'

const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas })
const caps = { maxFeePerGas: 100n, maxClaimFee: 5_000n }
const perGas = 'fee_above_cap'
const perClaim = 'cost_above_cap'

describe('whyTooDear', () => {
  it.each<[string, bigint, bigint, string | undefined]>([
    ['cheap', 10n, 100n, undefined],
    ['at the cap per gas', 100n, 50n, undefined],
    ['above the cap per gas', 101n, 1n, perGas],
    ['at the cap per claim', 50n, 100n, undefined],
    ['above the cap per claim by much gas', 50n, 101n, perClaim],
    ['above the cap per claim by price', 51n, 100n, perClaim],
    ['above both', 101n, 100n, perGas],
  ])('%s', (_name, maxFeePerGas, gasLimit, expected) => {
    expect(whyTooDear(fees(maxFeePerGas, 1n), gasLimit, caps)).toBe(expected)
  })
})

it('counts what the chain takes beside gas', () => {
  expect(whyTooDear(fees(10n, 1n), 100n, caps, 4_000n)).toBeUndefined()
  expect(whyTooDear(fees(10n, 1n), 100n, caps, 4_001n)).toBe(perClaim)
})
