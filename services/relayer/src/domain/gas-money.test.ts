import { describe, expect, it } from '@jest/globals'
import { replacementFees } from './fees.ts'
import { claimsLeft, gasMoneyOf } from './gas-money.ts'

const gwei = 1_000_000_000n
const fees = { maxFeePerGas: 10n * gwei, maxPriorityFeePerGas: gwei }
const claim = 85_000n * fees.maxFeePerGas

describe('gasMoneyOf', () => {
  it.each([
    [0n, 0n, 'none'],
    [claim, 1n, 'none'],
    [2n * claim - 1n, 1n, 'none'],
    [2n * claim, 2n, 'low'],
    [20n * claim - 1n, 19n, 'low'],
    [20n * claim, 20n, 'enough'],
    [10n ** 30n, 10n ** 30n / claim, 'enough'],
  ])('%s wei at 10 gwei: %s claims, %s', (balance, claims, expected) => {
    expect(claimsLeft(balance, fees)).toBe(claims)
    expect(gasMoneyOf(balance, fees)).toBe(expected)
  })

  it('leaves what three replacements of a claim cost', () => {
    const still = { baseFeePerGas: 0n, recentTips: [], leastTip: gwei, mostTip: 100n * gwei }
    const third = [1, 2, 3].reduce((offer) => replacementFees(offer, still), fees)
    expect(gasMoneyOf(85_000n * third.maxFeePerGas, fees)).toBe('none')
    expect(2n * claim).toBeGreaterThan(85_000n * third.maxFeePerGas)
  })
})
