import { describe, expect, it } from '@jest/globals'
import { amountText, dollarText, inputText, rateText, shortAmountText } from './amount.ts'

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
    ['24975000', 6, '1.0000', '$24.98'],
    ['500000000000000000', 18, '2500.5', '$1,250.25'],
    ['1', 18, '2500', '$0.00'],
  ])('says %s base units with %s decimals at %s as dollars, to the nearest cent', (amount, decimals, price, text) => {
    expect(dollarText(amount, decimals, price)).toBe(text)
  })
})

const usdc = { symbol: 'USDC', decimals: 6 }
const eth = { symbol: 'ETH', decimals: 18 }

describe('shortAmountText', () => {
  it.each([
    ['1234567891', usdc, '1,234.5678 USDC'],
    ['24975000', usdc, '24.975 USDC'],
    ['999999', usdc, '0.9999 USDC'],
    ['1', usdc, '0.000001 USDC'],
    ['0', eth, '0 ETH'],
    ['12345678901234', eth, '0.00001234 ETH'],
    ['7', { symbol: 'POINT', decimals: 0 }, '7 POINT'],
  ])('shows %s as no more than it is', (amount, token, text) => {
    expect(shortAmountText(amount, token)).toBe(text)
  })
})

describe('inputText', () => {
  it('is what an input takes', () => {
    expect([inputText(25_000_500_000n, 6), inputText(1n, 18)]).toEqual(['25000.5', '0.000000000000000001'])
  })
})

describe('rateText', () => {
  it('is the price of a whole source token', () => {
    expect(rateText(25_000_000n, usdc, 24_975_000n, usdc)).toBe('0.999 USDC')
    expect(rateText(10n ** 16n, eth, 24_975_000n, usdc)).toBe('2,497.5 USDC')
  })
})
