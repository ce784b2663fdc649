import { describe, expect, it } from '@jest/globals'
import { sponsoringSchema, sponsorPolicyOf } from './sponsor-settings.ts'

const ether = 10n ** 18n
const policyOf = (of: unknown) => sponsorPolicyOf(sponsoringSchema.parse(of))

describe('SPONSORING', () => {
  it('needs nothing but the price of the coin', () => {
    expect(policyOf({ native_price_usd: '1000' })).toEqual({
      nativePriceUsd: '1000',
      maxCostBips: 1_000n,
      limits: Object.fromEntries(
        ['claims', 'initiations', 'keeper'].map((purpose) => [purpose, { address: ether / 20n, total: ether }]),
      ),
    })
  })
  it('changes one limit, and leaves the others', () => {
    const { limits } = policyOf({ native_price_usd: '1000', claims: { address_usd: '1', total_usd: null } }) ?? {}
    expect(limits?.claims).toEqual({ address: ether / 1_000n, total: null })
    expect(limits?.keeper.address).toBe(ether / 20n)
  })
  it.each(['unlimited', undefined])('%s limits nothing', (of) => {
    expect(of === undefined ? sponsorPolicyOf(of) : policyOf(of)).toBeUndefined()
  })
  it.each([
    ['no price', {}],
    ['a price of nothing', { native_price_usd: '0.00' }],
    ['a price that is a float', { native_price_usd: 4000.5 }],
    ['a negative limit', { native_price_usd: '1', claims: { address_usd: '-1' } }],
    ['a limit that does not exist', { native_price_usd: '1', claims: { user_usd: '1' } }],
    ['another word', 'free'],
  ])('refuses %s', (_name, of) => {
    expect(sponsoringSchema.safeParse(of).success).toBe(false)
  })
})
