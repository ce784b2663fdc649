import { describe, expect, it } from '@jest/globals'
import { feeInDollars } from './cost.ts'

describe('feeInDollars', () => {
  it.each([
    ['250000000', 10, 6, '1', '$0.25'],
    ['1000000000000000000', 30, 18, '3000.50', '$9.00'],
    ['1000000', 10, 6, '1', 'less than $0.01'],
    ['1000000', 0, 6, '1', '$0.00'],
  ])('of %s base units at %i bips with %i decimals and a price of %s is %s', (amount, bips, decimals, price, text) => {
    expect(feeInDollars(amount, bips, { decimals }, price)).toBe(text)
  })
})
