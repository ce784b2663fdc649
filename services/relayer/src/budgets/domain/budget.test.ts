import { describe, expect, it } from '@jest/globals'
import { assetOfToken, nextUtcDay, usdOfWei, utcDay, weiOfUsd, whyTooSmall, worthUsd } from './budget.ts'

const ether = 10n ** 18n

describe('weiOfUsd and usdOfWei', () => {
  it.each([
    ['4000', '4000', ether],
    ['20', '4000', ether / 200n],
    ['0.01', '0.25', ether / 25n],
    ['0', '4000', 0n],
    // Rounded down: less is paid, never more.
    ['1', '3', 333_333_333_333_333_333n],
  ])('%s USD at %s USD a coin', (usd, price, wei) => {
    expect(weiOfUsd(usd, price)).toBe(wei)
  })
  it('tells dollars with six decimals', () => {
    expect(usdOfWei(ether / 200n, '4000')).toBe('20.000000')
  })
})

describe('the UTC day', () => {
  it.each([
    ['2026-11-22T00:00:00.000Z', '2026-11-22', '2026-11-23T00:00:00.000Z'],
    ['2026-11-22T23:59:59.999Z', '2026-11-22', '2026-11-23T00:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', '2026-12-31', '2027-01-01T00:00:00.000Z'],
    ['2028-02-28T12:00:00.000Z', '2028-02-28', '2028-02-29T00:00:00.000Z'],
  ])('at %s', (at, day, next) => {
    const now = Date.parse(at)
    expect([utcDay(now), nextUtcDay(now).toISOString()]).toEqual([day, next])
  })
})

describe('whyTooSmall', () => {
  // A tenth of what is moved may be spent on gas, at 4,000 USD a coin.
  const policy = { nativePriceUsd: '4000', maxCostBips: 1_000n }
  const gas = 200_000n
  const gwei = 1_000_000_000n
  it.each<[string, string | undefined, bigint, string | undefined]>([
    ['80 cents of gas and 8 dollars', '8', gas * gwei, undefined],
    ['80 cents of gas and a cent less', '7.99', gas * gwei, '8.000000'],
    ['a dear hour', '8', gas * gwei * 50n, '400.000000'],
    ['the same order, large enough for it', '400', gas * gwei * 50n, undefined],
    ['one base unit', '0.000001', gas * gwei, '8.000000'],
    ['a worth of nothing', '0', 1n, '0.000000'],
    ['a chain that takes nothing', '0', 0n, undefined],
    ['an asset without a price ceiling', undefined, gas * gwei * 50n, undefined],
  ])('%s', (_name, worth, cost, minimum) => {
    expect(whyTooSmall(worth, cost, policy)?.minimumUsd).toBe(minimum)
  })
  it('says what the amount is worth and what the gas costs', () => {
    expect(whyTooSmall('1', gas * gwei, policy)).toEqual({
      worthUsd: '1',
      minimumUsd: '8.000000',
      cost: gas * gwei,
    })
  })
})

describe('the worth of an amount', () => {
  const usdc = { asset: 'base:usdc', token_address: '0xAb', decimals: 6, usd_price_ceiling: '1.1' }
  const priceless = { ...usdc, asset: 'base:new', token_address: '0xCd', usd_price_ceiling: null }
  const assets = [usdc, priceless]
  it('finds the asset by its chain and its token, in any case', () => {
    expect(assetOfToken(assets, { chain: 'base', token: '0xaB' })).toBe(usdc)
    expect(assetOfToken(assets, { chain: 'arbitrum', token: '0xAb' })).toBeUndefined()
  })
  it('takes the price ceiling of the operator, and none where there is none', () => {
    expect([worthUsd(usdc, 10_000_000n), worthUsd(priceless, 1n), worthUsd(undefined, 1n)]).toEqual([
      '11.000000',
      undefined,
      undefined,
    ])
  })
})
