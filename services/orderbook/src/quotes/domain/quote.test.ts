import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { formatDecimal, parseDecimal } from './decimal.ts'
import { destinationAmountFor, findMismatches, type PriceTerms, sourceAmountFor } from './quote.ts'

const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.integer({ min: 0, max: 18 }))
  .map(([value, decimals]) => formatDecimal(value + 1n, decimals))

const terms: fc.Arbitrary<PriceTerms> = fc.record({
  sourcePrice: decimal,
  destPrice: decimal,
  sourceDecimals: fc.integer({ min: 0, max: 24 }),
  destDecimals: fc.integer({ min: 0, max: 24 }),
  feeBips: fc.integer({ min: 0, max: 9_999 }),
})
const amount = fc.bigInt({ min: 1n, max: 2n ** 128n - 1n })

describe('destinationAmountFor', () => {
  it('pays the price less the fee, across decimals', () => {
    const sixToEighteen = { sourcePrice: '1', sourceDecimals: 6, destPrice: '2000', destDecimals: 18, feeBips: 10 }
    expect(destinationAmountFor(2_000_000_000n, sixToEighteen)).toBe(999_000_000_000_000_000n)
  })

  it('never pays out more value than was paid in', () => {
    fc.assert(
      fc.property(amount, terms, (source, given) => {
        const paidOut = destinationAmountFor(source, given)
        const valueIn = source * parseDecimal(given.sourcePrice) * 10n ** BigInt(given.destDecimals)
        const valueOut = paidOut * parseDecimal(given.destPrice) * 10n ** BigInt(given.sourceDecimals)
        expect(valueOut <= valueIn).toBe(true)
      }),
    )
  })
})

describe('sourceAmountFor', () => {
  it('asks for the least that buys the amount', () => {
    fc.assert(
      fc.property(amount, terms, (wanted, given) => {
        const price = sourceAmountFor(wanted, given)
        expect(destinationAmountFor(price, given) >= wanted).toBe(true)
        expect(price === 0n || destinationAmountFor(price - 1n, given) < wanted).toBe(true)
      }),
    )
  })
})

describe('findMismatches', () => {
  const quoted = { source: { asset: 'a:usdc', amount: 5n }, destination: { asset: 'b:usdc', amount: 4n } }

  it('finds nothing in an order that agrees', () => {
    expect(findMismatches(quoted, structuredClone(quoted))).toEqual([])
  })

  it('names every field that differs, with both values', () => {
    const given = { source: { asset: 'a:dai', amount: 5n }, destination: { asset: 'b:usdc', amount: 400n } }
    expect(findMismatches(quoted, given)).toEqual([
      { field: 'source.asset', quoted: 'a:usdc', given: 'a:dai' },
      { field: 'destination.amount', quoted: '4', given: '400' },
    ])
  })
})

describe('formatDecimal', () => {
  it('is read back by parseDecimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (value) => {
        expect(parseDecimal(formatDecimal(value, 18))).toBe(value)
      }),
    )
  })
})
