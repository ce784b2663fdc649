import { describe, expect, it } from '@jest/globals'
import { isReplacement, payable, whyTooDear, withinCaps } from './fee-cap.ts'
import { replacementFees } from './fees.ts'

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

describe('withinCaps', () => {
  // It asks for 23 in all, 3 of it as the tip.
  const market = { baseFeePerGas: 10n, recentTips: [3n], leastTip: 1n, mostTip: 100n }
  const all = { ...caps, maxRevealedFee: 1_000_000n, maxMarketMultiple: 10n }
  it.each([
    ['an offer that the market explains', fees(230n, 30n), all, 1, fees(230n, 30n)],
    ['an offer that was raised again and again', fees(9_000n, 8_000n), all, 1, fees(230n, 30n)],
    ['a claim that may cost 5,000', fees(230n, 30n), { ...all, maxRevealedFee: 5_000n }, 1, fees(50n, 30n)],
    ['three claims in one transaction', fees(230n, 30n), { ...all, maxRevealedFee: 5_000n }, 3, fees(150n, 30n)],
  ])('%s', (_name, offer, feeCaps, claims, expected) => {
    expect(withinCaps(offer, market, { gasLimit: 100n, count: claims, caps: feeCaps })).toEqual(expected)
  })

  it('ends the replacements of a chain on which nothing is mined', () => {
    let offer = fees(23n, 3n)
    for (let round = 0; round < 1_000; round += 1) {
      const next = withinCaps(replacementFees(offer, market), market, { gasLimit: 100n, count: 1, caps: all })
      if (!isReplacement(offer, next)) break
      offer = next
    }
    expect(offer.maxFeePerGas).toBeLessThanOrEqual(230n)
    expect(offer.maxPriorityFeePerGas).toBeLessThanOrEqual(30n)
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
    [
      'what we offer next',
      replacementFees(previous, { baseFeePerGas: 1n, recentTips: [], leastTip: 1n, mostTip: 100n }),
      true,
    ],
    ['what we offer next, and cannot pay', payable(fees(1_126n, 114n), 10n, 10_500n), false],
  ])('%s: %s', (_name, offer, expected) => {
    expect(isReplacement(previous, offer)).toBe(expected)
  })
})
