import { describe, expect, it } from '@jest/globals'
import { isReplacement, payable, whyTooDear } from './fee-cap.ts'
import { replacementFees } from './fees.ts'

const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas })
const caps = { maxFeePerGas: 100n, maxClaimFee: 5_000n }
const perGas = 'the network fee is above the cap'
const perClaim = 'the claim would cost more than the cap'

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

describe('payable', () => {
  it.each([
    ['less than the balance: as it is', fees(50n, 5n), 6_000n, fees(50n, 5n)],
    ['all of the balance', fees(60n, 5n), 6_000n, fees(60n, 5n)],
    ['more than the balance: what it pays', fees(61n, 5n), 6_000n, fees(60n, 5n)],
    ['a tip of more than the balance', fees(90n, 80n), 6_000n, fees(60n, 60n)],
    ['nothing left', fees(90n, 80n), 0n, fees(0n, 0n)],
  ])('%s', (_name, offer, balance, expected) => {
    expect(payable(offer, 100n, balance)).toEqual(expected)
  })
})

describe('isReplacement', () => {
  const previous = fees(1_000n, 100n)
  it.each([
    ['a tenth more of both', fees(1_100n, 110n), true],
    ['a tenth more of one', fees(1_100n, 109n), false],
    ['a tenth more of the other', fees(1_099n, 110n), false],
    ['the same', previous, false],
    ['what we offer next', replacementFees(previous, { baseFeePerGas: 1n, recentTips: [] }), true],
    ['what we offer next, and cannot pay', payable(fees(1_126n, 114n), 10n, 10_500n), false],
  ])('%s: %s', (_name, offer, expected) => {
    expect(isReplacement(previous, offer)).toBe(expected)
  })
})
