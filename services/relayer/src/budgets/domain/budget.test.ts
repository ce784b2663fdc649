import { describe, expect, it } from '@jest/globals'
import {
  assetOfToken,
  causeOf,
  nextUtcDay,
  reservationOf,
  type Scope,
  usdOfWei,
  utcDay,
  weiOfUsd,
  whyTooSmall,
  worthUsd,
} from './budget.ts'

const ether = 10n ** 18n

describe('weiOfUsd and usdOfWei', () => {
  it.each([
    ['4000', '4000', ether],
    ['20', '4000', ether / 200n],
    ['0.01', '0.25', ether / 25n],
    ['0', '4000', 0n],
    // The amount is rounded down, so that never more is paid.
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

describe('reservationOf', () => {
  const gwei = 1_000_000_000n
  it.each<[string, bigint, bigint, bigint, boolean, bigint]>([
    ['today and a quarter more', 100n, 8n, 0n, false, 1_000n],
    ['with the fee for data', 100n, 8n, 400n, false, 1_500n],
    ['every transaction that code can let revert', 100n, 8n, 0n, true, 3_000n],
    ['nothing where a chain takes nothing', 100n, 0n, 0n, true, 0n],
    ['a claim on Ethereum at 15 gwei: 15 USD at 4,000', 200_000n, 15n * gwei, 0n, false, ((ether / 1_000n) * 15n) / 4n],
  ])('%s', (_name, gas, today, dataFee, hasCode, expected) => {
    expect(reservationOf({ today, dataFee }, gas, hasCode)).toBe(expected)
  })
})

describe('causeOf', () => {
  const shortage = (used: bigint, reserved: bigint) => ({ scope: 'total' as Scope, limit: 100n, used, reserved })
  it.each<[string, bigint, bigint, bigint, ReturnType<typeof causeOf>]>([
    ['all of it is reserved', 100n, 100n, 10n, 'reserved'],
    ['it fits beside what was paid, to the wei', 100n, 10n, 10n, 'reserved'],
    ['what was paid leaves a wei too little', 100n, 9n, 10n, 'spent'],
    ['all of it was paid', 100n, 0n, 1n, 'spent'],
    ['a whole day would not suffice', 0n, 0n, 101n, 'limit_below_cost'],
  ])('%s', (_name, used, reserved, wei, expected) => {
    expect(causeOf(shortage(used, reserved), wei)).toBe(expected)
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
