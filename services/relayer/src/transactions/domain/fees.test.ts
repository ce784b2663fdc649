import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { capped, firstFees, replacementFees } from './fees.ts'

const gwei = 1_000_000_000n
const tips = { leastTip: gwei, mostTip: 100n * gwei }

describe('firstFees', () => {
  it('takes the median tip and leaves room for the base fee to double', () => {
    expect(firstFees({ baseFeePerGas: 10n * gwei, recentTips: [5n * gwei, 2n * gwei, 3n * gwei], ...tips })).toEqual({
      maxFeePerGas: 23n * gwei,
      maxPriorityFeePerGas: 3n * gwei,
    })
  })
  it("keeps the tip within what the chain's nodes relay and what is believed of its market", () => {
    expect(firstFees({ baseFeePerGas: 0n, recentTips: [400n * gwei], ...tips }).maxPriorityFeePerGas).toBe(100n * gwei)
    expect(firstFees({ baseFeePerGas: 7n, recentTips: [], leastTip: 0n, mostTip: 0n })).toEqual({
      maxFeePerGas: 14n,
      maxPriorityFeePerGas: 0n,
    })
    expect(firstFees({ baseFeePerGas: 0n, recentTips: [], ...tips }).maxPriorityFeePerGas).toBe(gwei)
  })
})

describe('replacementFees', () => {
  it('raises both fields by 12.5 % or more, whatever came before', () => {
    const fee = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(fee, fee, fee, (maxFeePerGas, maxPriorityFeePerGas, baseFeePerGas) => {
        const next = replacementFees({ maxFeePerGas, maxPriorityFeePerGas }, { baseFeePerGas, recentTips: [], ...tips })
        expect(next.maxFeePerGas * 8n).toBeGreaterThan(maxFeePerGas * 9n)
        expect(next.maxPriorityFeePerGas * 8n).toBeGreaterThan(maxPriorityFeePerGas * 9n)
        expect(next.maxFeePerGas).toBeGreaterThanOrEqual(2n * baseFeePerGas)
      }),
    )
  })
})

describe('capped', () => {
  it('lowers both fields to the cap', () => {
    expect(capped({ maxFeePerGas: 9n, maxPriorityFeePerGas: 5n }, 4n)).toEqual({
      maxFeePerGas: 4n,
      maxPriorityFeePerGas: 4n,
    })
  })
})
