import { describe, expect, it } from '@jest/globals'
import { limitsOf } from './route-limits.ts'

const asset = { min_amount: '10', max_amount: '1000' }
const limitsOfRoute = (min: unknown, max: unknown) =>
  limitsOf(asset, { limits: { min_source_amount: min as string, max_source_amount: max as string } })

describe('limitsOf', () => {
  it('gives the limits of the route at the price of now', () => {
    expect(limitsOfRoute('20', '500')).toEqual({ min: 20n, max: 500n })
  })

  it.each([
    ['wider than pinned', '1', '1000000'],
    ['the wrong way round', '500', '20'],
    ['beyond what is pinned', '2000', '3000'],
    ['no numbers', '1e3', 'all'],
    ['not even texts', 20, null],
    ['absent', undefined, undefined],
  ])('keeps to the pinned limits where the orderbook’s are %s', (_, min, max) => {
    expect(limitsOfRoute(min, max)).toEqual({ min: 10n, max: 1000n })
  })

  it('gives the pinned limits of a route that the orderbook does not list', () => {
    expect(limitsOf(asset, undefined)).toEqual({ min: 10n, max: 1000n })
  })
})
