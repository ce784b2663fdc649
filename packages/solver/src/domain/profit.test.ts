import { describe, expect, it } from '@jest/globals'
import { profitBips } from './profit.ts'

const usdc = (amount: bigint) => ({ amount, decimals: 6, price: '1' })
const eth = (amount: bigint) => ({ amount, decimals: 18, price: '3000.5' })

describe('profitBips', () => {
  it('is what remains of the income', () => {
    expect(profitBips({ income: usdc(100_000_000n), payout: usdc(99_900_000n), fees: [] })).toBe(10)
  })
  it('takes the network fees off, at their own prices', () => {
    const fees = [eth(10n ** 13n), eth(10n ** 13n)]
    expect(profitBips({ income: usdc(100_000_000n), payout: usdc(99_900_000n), fees })).toBe(3)
  })
  it('is negative when a small swap does not pay for its gas', () => {
    expect(profitBips({ income: usdc(1_000_000n), payout: usdc(999_000n), fees: [eth(10n ** 14n)] })).toBe(-2991)
  })
  it('compares tokens of different decimals and prices', () => {
    expect(profitBips({ income: eth(10n ** 18n), payout: usdc(3_000_500_000n), fees: [] })).toBe(0)
  })
  it('is never worth it for nothing', () => {
    expect(profitBips({ income: usdc(0n), payout: usdc(1n), fees: [] })).toBe(Number.NEGATIVE_INFINITY)
  })
})
