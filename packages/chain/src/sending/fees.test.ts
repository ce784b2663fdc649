import { describe, expect, it } from '@jest/globals'
import { beating, capped, type Fees, firstFees, isReplacement, largerOf, payable, reserveOf } from './fees.ts'

const gwei = 1_000_000_000n
const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): Fees => ({ maxFeePerGas, maxPriorityFeePerGas })
const tips = { minTip: gwei, maxTip: 100n * gwei }

describe('firstFees', () => {
  it('takes the median tip and leaves room for the base fee to double', () => {
    expect(firstFees({ baseFeePerGas: 10n * gwei, recentTips: [5n * gwei, 2n * gwei, 3n * gwei], ...tips })).toEqual({
      maxFeePerGas: 23n * gwei,
      maxPriorityFeePerGas: 3n * gwei,
    })
  })
  it("keeps the tip within what the chain's nodes relay and what is believed of its market", () => {
    expect(firstFees({ baseFeePerGas: 0n, recentTips: [400n * gwei], ...tips }).maxPriorityFeePerGas).toBe(100n * gwei)
    expect(firstFees({ baseFeePerGas: 7n, recentTips: [], minTip: 0n, maxTip: 0n })).toEqual({
      maxFeePerGas: 14n,
      maxPriorityFeePerGas: 0n,
    })
    expect(firstFees({ baseFeePerGas: 0n, recentTips: [], ...tips }).maxPriorityFeePerGas).toBe(gwei)
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
    ['the least that replaces it', beating(previous), true],
    ['what we offer next, and cannot pay', payable(fees(1_126n, 114n), 10n, 10_500n), false],
  ])('%s: %s', (_name, offer, expected) => {
    expect(isReplacement(previous, offer)).toBe(expected)
  })

  it('is no offer of the same tip, though a tenth of nothing is nothing', () => {
    expect(isReplacement(fees(1_000n, 0n), fees(2_000n, 0n))).toBe(false)
  })
})

it('takes the larger one of each field', () => {
  expect(largerOf(fees(3n, 1n), fees(2n, 2n))).toEqual(fees(3n, 2n))
})

it('reserves what three replacements cost', () => {
  const first = fees(gwei, gwei)
  const third = [1, 2, 3].reduce((offer) => beating(offer), first)
  expect(reserveOf(200_000n, first.maxFeePerGas, 7n)).toBeGreaterThan(200_000n * third.maxFeePerGas + 7n)
})
