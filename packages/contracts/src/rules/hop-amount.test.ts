import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { finalAmountOf, hubAmountOf } from './hop-amount.ts'

describe('amounts across a hop', () => {
  it.each([
    ['the same decimals', { hub: 6, final: 6 }, 1_234_567n, 1_234_567n],
    ['more decimals on the final chain', { hub: 6, final: 18 }, 5_000_000n, 5n * 10n ** 18n],
    ['fewer decimals on the final chain', { hub: 18, final: 6 }, 5n * 10n ** 18n, 5_000_000n],
  ])('are exact with %s', (_name, decimals, hub, final) => {
    expect([finalAmountOf(hub, decimals), hubAmountOf(final, decimals)]).toEqual([final, hub])
  })

  it('are rounded down by the bridge', () => {
    expect(finalAmountOf(1_999_999_999_999n, { hub: 18, final: 6 })).toBe(1n)
  })

  it('have no counterpart where the hub cannot express them', () => {
    expect(hubAmountOf(10n ** 12n + 1n, { hub: 6, final: 18 })).toBeUndefined()
  })

  it('arrive as what they were counted as, whatever the decimals', () => {
    const decimals = fc.integer({ min: 0, max: 36 })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 100n }), decimals, decimals, (final, hubDecimals, finalDecimals) => {
        const pair = { hub: hubDecimals, final: finalDecimals }
        const hub = hubAmountOf(final, pair)
        return hub === undefined ? finalDecimals > hubDecimals : finalAmountOf(hub, pair) === final
      }),
    )
  })
})
