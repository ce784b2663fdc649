import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { destinationFor, marginFor, optionBips, type PriceTerms, sourceFor } from './price.ts'

const terms: PriceTerms = {
  sourcePrice: '1',
  sourceDecimals: 6,
  destinationPrice: '2000',
  destinationDecimals: 18,
  marginBips: 10,
  gasUsd: 0n,
}
const dollar = 10n ** 18n

describe('destinationFor', () => {
  it.each<[string, bigint, Partial<PriceTerms>, bigint]>([
    ['the price less the margin', 2_000_000_000n, {}, 999_000_000_000_000_000n],
    ['and the gas', 2_000_000_000n, { marginBips: 0, gasUsd: 20n * dollar }, 990_000_000_000_000_000n],
    ['nothing when the gas costs more', 1_000_000n, { gasUsd: dollar }, 0n],
  ])('gives %s', (_name, source, over, expected) => {
    expect(destinationFor(source, { ...terms, ...over })).toBe(expected)
  })
})

describe('sourceFor', () => {
  it('asks never less than what buys the amount', () => {
    const amounts = fc.bigInt(1n, 10n ** 24n)
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 0, max: 9_000 }),
        fc.bigInt(0n, 100n * dollar),
        (wanted, marginBips, gasUsd) => {
          const given = { ...terms, marginBips, gasUsd }
          expect(destinationFor(sourceFor(wanted, given), given)).toBeGreaterThanOrEqual(wanted)
        },
      ),
    )
  })
})

describe('marginFor', () => {
  const policy = { spreadBips: 10, skewBips: 40 }
  it.each([
    [100n, 100n, 10],
    [100n, 50n, 30],
    [100n, 0n, 50],
    [100n, -5n, 50],
    [0n, 0n, 50],
  ])('of %i held with %i free is %i', (held, free, expected) => {
    expect(marginFor(policy, { held, free })).toBe(expected)
  })
})

describe('optionBips', () => {
  const volatility = { ETH: 8_000, BTC: 6_000 }
  const hour = 3_600
  it.each<[string, string, string, number, number]>([
    ['an hour against a token that stands still', 'ETH', 'USDC', hour, 35],
    ['four hours: twice that', 'ETH', 'USDC', 4 * hour, 69],
    ['two tokens that move', 'ETH', 'BTC', hour, 43],
    ['the same token on both chains', 'ETH', 'ETH', hour, 0],
    ['two tokens that stand still', 'USDC', 'DAI', hour, 0],
    ['no time to choose', 'ETH', 'USDC', 0, 0],
    ['an absurd time: all but everything', 'ETH', 'USDC', 2 ** 40, 9_999],
  ])('prices %s', (_case, source, destination, secs, expected) => {
    expect(optionBips(volatility, { source, destination }, secs)).toBe(expected)
  })
})
