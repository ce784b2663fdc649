import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  type AmountTerms,
  type GivenAmount,
  quotableAmounts,
  quotedAmounts,
  type SideBounds,
} from './quoted-amounts.ts'

const price = { sourcePrice: '1', sourceDecimals: 6, destPrice: '2', destDecimals: 6, feeBips: 0 }
const direct: AmountTerms = { price, decimals: { hub: 6, final: 6 }, bridgeFee: 0n, networkFee: 0n }
const wide: SideBounds = { source: { least: 1n, most: 1_000n }, destination: { least: 1n, most: 1_000n } }

describe('quotableAmounts', () => {
  it.each<[string, Partial<SideBounds>, Partial<AmountTerms>, SideBounds | undefined]>([
    [
      'the source buys half as much',
      {},
      {},
      { source: { least: 2n, most: 1_000n }, destination: { least: 1n, most: 500n } },
    ],
    [
      'the destination is bounded more tightly',
      { destination: { least: 100n, most: 200n } },
      {},
      { source: { least: 200n, most: 401n }, destination: { least: 100n, most: 200n } },
    ],
    [
      'the source is bounded more tightly',
      { source: { least: 100n, most: 201n } },
      {},
      { source: { least: 100n, most: 201n }, destination: { least: 50n, most: 100n } },
    ],
    [
      'the bridge takes a fee',
      {},
      { bridgeFee: 10n },
      { source: { least: 22n, most: 1_000n }, destination: { least: 1n, most: 490n } },
    ],
    [
      'the network and the bridge take fees',
      {},
      { bridgeFee: 4n, networkFee: 6n },
      { source: { least: 22n, most: 1_000n }, destination: { least: 1n, most: 490n } },
    ],
    [
      'the final token is finer than the hub’s',
      { destination: { least: 150n, most: 999n } },
      { decimals: { hub: 6, final: 8 } },
      { source: { least: 4n, most: 19n }, destination: { least: 200n, most: 900n } },
    ],
    [
      'the final token is coarser than the hub’s',
      {},
      { decimals: { hub: 8, final: 6 } },
      { source: { least: 200n, most: 1_000n }, destination: { least: 1n, most: 5n } },
    ],
    ['no amount fits both sides', { destination: { least: 501n, most: 1_000n } }, {}, undefined],
    ['the bridge’s fee eats everything', {}, { bridgeFee: 1_000n }, undefined],
    ['the fee is the whole amount', {}, { price: { ...price, feeBips: 10_000 } }, undefined],
    ['the source has no price', {}, { price: { ...price, sourcePrice: '0' } }, undefined],
    ['the destination has no price', {}, { price: { ...price, destPrice: '0' } }, undefined],
  ])('knows the amounts when %s', (_name, bounds, terms, expected) => {
    expect(quotableAmounts({ ...wide, ...bounds }, { ...direct, ...terms })).toEqual(expected)
  })

  it('names exactly the amounts that can be quoted, for any price, fee and bridge', () => {
    const bounds = fc
      .tuple(fc.bigInt({ min: 1n, max: 300n }), fc.bigInt({ min: 0n, max: 300n }))
      .map(([least, more]) => ({ least, most: least + more }))
    const decimals = fc.integer({ min: 0, max: 2 })
    const terms = fc.record({
      price: fc.record({
        sourcePrice: fc.constantFrom('1', '3', '0.7'),
        destPrice: fc.constantFrom('1', '2', '1.3'),
        sourceDecimals: decimals,
        destDecimals: decimals,
        feeBips: fc.constantFrom(0, 30, 5_000),
      }),
      decimals: fc.record({ hub: decimals, final: decimals }),
      bridgeFee: fc.bigInt({ min: 0n, max: 20n }),
      networkFee: fc.bigInt({ min: 0n, max: 20n }),
    })
    fc.assert(
      fc.property(fc.record({ source: bounds, destination: bounds }), terms, (sides, given) => {
        const isQuoted = (amount: GivenAmount) => {
          const amounts = quotedAmounts(amount, given)
          if (amounts === undefined) return false
          return (['source', 'destination'] as const).every(
            (side) => amounts[side] >= sides[side].least && amounts[side] <= sides[side].most,
          )
        }
        const found = (['source', 'destination'] as const).map((side) => {
          const { least, most } = sides[side]
          const values = Array.from({ length: Number(most - least) + 1 }, (_, index) => least + BigInt(index))
          const quoted = values.filter((value) => isQuoted({ side, value }))
          return { least: quoted.at(0), most: quoted.at(-1) }
        })
        const [source, destination] = found
        const isEither = found.some(({ least }) => least === undefined)
        expect(quotableAmounts(sides, given)).toEqual(isEither ? undefined : { source, destination })
      }),
      { numRuns: 300 },
    )
  })
})
