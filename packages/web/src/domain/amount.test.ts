import { describe, expect, it } from '@jest/globals'
import { amountText, dollarText } from './amount.ts'

describe('amountText', () => {
  it.each([
    ['25000500000', { symbol: 'USDC', decimals: 6 }, '25,000.5 USDC'],
    ['1', { symbol: 'ETH', decimals: 18 }, '0.000000000000000001 ETH'],
    ['0', { symbol: 'ETH', decimals: 18 }, '0 ETH'],
    ['1234567', { symbol: 'POINT', decimals: 0 }, '1,234,567 POINT'],
    [2n ** 128n, { symbol: 'DAI', decimals: 18 }, '340,282,366,920,938,463,463.374607431768211456 DAI'],
  ])('says %s exactly', (amount, token, text) => {
    expect(amountText(amount, token)).toBe(text)
  })
})

describe('dollarText', () => {
  it.each([
    ['25000000', 6, '1', '$25.00'],
    ['24975000', 6, '1.0000', '$24.97'],
    ['500000000000000000', 18, '2500.5', '$1,250.25'],
    ['1', 18, '2500', '$0.00'],
  ])('says %s base units with %s decimals at %s as dollars, cut off at the cent', (amount, decimals, price, text) => {
    expect(dollarText(amount, decimals, price)).toBe(text)
  })
})
