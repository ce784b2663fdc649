import { describe, expect, it } from '@jest/globals'
import { confirmationDepth, type FinalityRules, lastCountedBlock, usdValue } from './confirmation-depth.ts'

const rules = (over: Partial<FinalityRules> = {}): FinalityRules => ({
  confirmations: 2,
  confirmation_steps: [
    { from_usd: 1_000, confirmations: 6 },
    { from_usd: 50_000, confirmations: 30 },
  ],
  finality_tag: null,
  ...over,
})

describe('confirmationDepth', () => {
  it.each([
    [0, 2],
    [999.999999, 2],
    [1_000, 6],
    [49_999, 6],
    [50_000, 30],
    [undefined, 30],
  ])('of an order worth %p dollars is %p blocks', (valueUsd, confirmations) => {
    expect(confirmationDepth(rules(), valueUsd)).toEqual({ confirmations, tag: null })
  })

  it('is the tag, whatever the order is worth, where the chain has one', () => {
    const tagged = rules({ confirmation_steps: [], finality_tag: 'finalized' })
    expect(confirmationDepth(tagged, 10 ** 9)).toEqual({ confirmations: null, tag: 'finalized' })
  })
})

describe('lastCountedBlock', () => {
  it('counts the including block as the first confirmation', () => {
    expect(lastCountedBlock({ confirmations: 1, tag: null }, { head: 9n, tagged: undefined })).toBe(9n)
    expect(lastCountedBlock({ confirmations: 3, tag: null }, { head: 9n, tagged: 9n })).toBe(7n)
  })

  it('is the tagged block, but none while it is unknown, and never one beyond the head', () => {
    const depth = { confirmations: null, tag: 'safe' } as const
    expect(lastCountedBlock(depth, { head: 9n, tagged: 4n })).toBe(4n)
    expect(lastCountedBlock(depth, { head: 9n, tagged: 12n })).toBe(9n)
    expect(lastCountedBlock(depth, { head: 9n, tagged: undefined })).toBe(-1n)
  })
})

describe('usdValue', () => {
  it.each([
    [25_000_000n, 6, '1', '25.000000'],
    [10n ** 18n, 18, '3000.5', '3000.500000'],
    [1n, 18, '3000.5', '0.000000'],
    [333_333n, 6, '0.999999999999999999', '0.333332'],
  ])('of %p at %p decimals and a price of %p is %p', (amount, decimals, price, value) => {
    expect(usdValue(amount, decimals, price)).toBe(value)
  })
})
