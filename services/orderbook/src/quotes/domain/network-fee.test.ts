import { describe, expect, it } from '@jest/globals'
import { measuredGas, nativeToken } from '@tandem/escrow'
import fc from 'fast-check'
import { decimalScale } from './decimal.ts'
import { gasOfSwap, type NetworkFee, type NetworkFeeLimits, networkFeeOf } from './network-fee.ts'

type GasRoute = Parameters<typeof gasOfSwap>[0]
const token = { token_address: `0x${'4'.repeat(40)}` }
const native = { token_address: nativeToken.toLowerCase() }
const routeOf = (source: object, destination: object, hop_relayer_fee: string | null) =>
  ({ route: { hop_relayer_fee }, sourceAsset: source, destinationAsset: destination }) as unknown as GasRoute

describe('gasOfSwap', () => {
  const { claim, claimNative, claimHop, claimHopWithFee } = measuredGas
  const [fund, fundNative] = [measuredGas.createEscrowSigned, measuredGas.createEscrowNative]
  it.each<[string, GasRoute, ReturnType<typeof gasOfSwap>]>([
    [
      'two tokens',
      routeOf(token, token, null),
      { maker: { source: claim, destination: fund }, all: { source: claim, destination: fund + claim } },
    ],
    [
      'a native source',
      routeOf(native, token, null),
      { maker: { source: claimNative, destination: fund }, all: { source: claimNative, destination: fund + claim } },
    ],
    [
      'a native destination',
      routeOf(token, native, null),
      {
        maker: { source: claim, destination: fundNative },
        all: { source: claim, destination: fundNative + claimNative },
      },
    ],
    [
      'a hop',
      routeOf(token, token, '5000'),
      { maker: { source: claim, destination: fund }, all: { source: claim, destination: fund + claimHopWithFee } },
    ],
    [
      'a hop whose bridge takes nothing',
      routeOf(token, token, '0'),
      { maker: { source: claim, destination: fund }, all: { source: claim, destination: fund + claimHop } },
    ],
  ])('of %s', (_name, route, expected) => {
    expect(gasOfSwap(route)).toEqual(expected)
  })
})

describe('networkFeeOf', () => {
  const gas = { maker: { source: 1_000n, destination: 2_000n }, all: { source: 1_000n, destination: 4_000n } }
  /** A tenth of a cent on the source, a cent on the destination. */
  const usdPerGas = { source: decimalScale / 1_000n, destination: decimalScale / 100n }
  const usdc = { price: '1', decimals: 6, escrowDecimals: 6 }
  const limits: NetworkFeeLimits = { maxUsd: 1_000n * decimalScale, maxBips: 1_000 }
  type Case = [string, Partial<typeof usdc>, Partial<NetworkFeeLimits>, Partial<NetworkFee> | undefined]

  it.each<Case>([
    ['a dollar', {}, {}, { all: 41_000_000n, maker: 21_000_000n, inEscrow: 41_000_000n, least: 410_000_000n }],
    ['a token of two dollars', { price: '2' }, {}, { all: 20_500_000n, maker: 10_500_000n, least: 205_000_000n }],
    ['a token that is dearer than the fee', { price: '90', decimals: 0 }, {}, { all: 1n, maker: 1n, least: 10n }],
    ['a hub with more decimals', { escrowDecimals: 8 }, {}, { all: 41_000_000n, inEscrow: 4_100_000_000n }],
    ['at most half of an amount', {}, { maxBips: 5_000 }, { all: 41_000_000n, least: 82_000_000n }],
    ['no share but all', {}, { maxBips: 10_000 }, { all: 41_000_000n, least: 41_000_000n }],
    ['a share that leaves a rest', {}, { maxBips: 3_000 }, { all: 41_000_000n, least: 136_666_667n }],
    [
      'a bound below the fees',
      {},
      { maxUsd: 30n * decimalScale },
      { all: 30_000_000n, maker: 21_000_000n, least: 300_000_000n },
    ],
    ['no fees that count', {}, { maxUsd: 0n }, undefined],
    ['a token without a price', { price: '0' }, {}, undefined],
  ])('with %s', (_name, target, over, expected) => {
    const fee = networkFeeOf(gas, usdPerGas, { ...usdc, ...target }, { ...limits, ...over })
    if (expected === undefined) expect(fee).toBeUndefined()
    else expect(fee).toMatchObject(expected)
  })

  it('never exceeds its bound, whatever the price of gas, and is never a larger part than allowed', () => {
    const big = fc.bigInt({ min: 0n, max: 10n ** 40n })
    fc.assert(
      fc.property(big, big, fc.integer({ min: 1, max: 10_000 }), (source, destination, maxBips) => {
        const fee = networkFeeOf(gas, { source, destination }, usdc, { ...limits, maxBips })
        expect(fee).toBeDefined()
        if (fee === undefined) return
        expect(fee.all).toBeLessThanOrEqual(1_000_000_000n)
        expect(fee.maker).toBeLessThanOrEqual(fee.all)
        expect(fee.all * 10_000n).toBeLessThanOrEqual(fee.least * BigInt(maxBips))
      }),
    )
  })
})
