import { describe, expect, it } from '@jest/globals'
import { baseUnitsOf, formatAmount, parseAmount } from './amounts.ts'

const usdc = { asset: 'base:usdc', decimals: 6 }
const ether = { asset: 'base:eth', decimals: 18 }

describe('an amount on the command line', () => {
  it.each([
    ['25', usdc, false, 25_000_000n],
    ['0.5', usdc, false, 500_000n],
    ['0.000001', usdc, false, 1n],
    ['12345678901234567890.1', ether, false, 12_345_678_901_234_567_890_100_000_000_000_000_000n],
    ['25000000', usdc, true, 25_000_000n],
  ])('%s of %j (base units: %s)', (text, asset, isBaseUnits, expected) => {
    expect(baseUnitsOf(parseAmount(text), asset, isBaseUnits)).toBe(expected)
  })

  it.each([
    ['0.0000001', usdc, false, 'has more decimals than base:usdc, which has 6'],
    ['1.5', usdc, true, 'base units are whole numbers'],
  ])('%s of %j (base units: %s) is refused', (text, asset, isBaseUnits, message) => {
    expect(() => baseUnitsOf(parseAmount(text), asset, isBaseUnits)).toThrow(message)
  })

  it.each(['25,5', '1e6', '-1', '+1', '.5', '1.', '0', '0.000', '0x10', ' 1', ''])('"%s" is no amount', (text) => {
    expect(() => parseAmount(text)).toThrow()
  })
})

describe('an amount in an answer', () => {
  it.each([
    ['25000000', 6, '25 base:usdc'],
    ['1', 6, '0.000001 base:usdc'],
    ['25000000', undefined, '25000000 base units of base:usdc'],
  ])('%s with %s decimals', (amount, decimals, words) => {
    expect(formatAmount(amount, 'base:usdc', decimals)).toBe(words)
  })
})
