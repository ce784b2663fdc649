import { describe, expect, it } from '@jest/globals'
import { parseAmount } from './parse-amount.ts'

describe('parseAmount', () => {
  it.each([
    ['25', 25_000_000n],
    ['0.000001', 1n],
    [' 1000.5 ', 1_000_500_000n],
    ['.5', 500_000n],
    ['7.', 7_000_000n],
  ])('reads %s', (text, amount) => {
    expect(parseAmount(text, 6)).toBe(amount)
  })

  // Some people write one and a half as "1,5": it must not become 15.
  it.each(['1,5', '0,25', '2,50', '1,000', '1,000.5', '1,000,000'])('refuses the comma of "%s"', (text) => {
    expect(parseAmount(text, 6)).toBeUndefined()
  })

  it.each(['', '.', '0', '-1', '1e6', '0.0000001', 'ten', '1.2.3'])('refuses "%s"', (text) => {
    expect(parseAmount(text, 6)).toBeUndefined()
  })
})
