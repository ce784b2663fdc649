import { measuredGas, nativeToken } from '@tandem/escrow'
import type { ResolvedRoute } from '../../network/domain/network.ts'
import { parseDecimal } from './decimal.ts'

export type BySide = { readonly source: bigint; readonly destination: bigint }

/**
 * The gas of a swap. `maker` is for funding the destination and claiming the source. `all` adds the relayer's claim of the
 * destination. The source's creation is left out, because either the user or the relayer sends it (docs/costs.md).
 */
export function gasOfSwap({ route, sourceAsset, destinationAsset }: GasRoute): { maker: BySide; all: BySide } {
  const isNative = ({ token_address }: { token_address: string }) =>
    token_address.toLowerCase() === nativeToken.toLowerCase()
  const { createEscrowNative, createEscrowSigned } = measuredGas
  const claimOf = (asset: { token_address: string }) => (isNative(asset) ? measuredGas.claimNative : measuredGas.claim)
  const source = claimOf(sourceAsset)
  const destination = isNative(destinationAsset) ? createEscrowNative : createEscrowSigned
  const bridgeFee = route.hop_relayer_fee
  const claimHop = BigInt(bridgeFee ?? 0) > 0n ? measuredGas.claimHopWithFee : measuredGas.claimHop
  const claim = bridgeFee === null ? claimOf(destinationAsset) : claimHop
  return { maker: { source, destination }, all: { source, destination: destination + claim } }
}

type GasRoute = Pick<ResolvedRoute, 'route' | 'sourceAsset' | 'destinationAsset'>

export type NetworkFeeLimits = {
  /** The highest fee in US dollars with eighteen decimals, whatever the endpoints report. With zero there is no fee. */
  readonly maxUsd: bigint
  /**
   * The largest share of an amount that the fee may take, in hundredths of a percent: 1 to 10,000.
   */
  readonly maxBips: number
}

/** The network fee of a swap, in base units of the asset that the user receives. */
export type NetworkFee = {
  readonly all: bigint
  readonly maker: bigint
  /** The same as `all`, in base units of the destination escrow. */
  readonly inEscrow: bigint
  /** The smallest amount for which the fee is within the limits. */
  readonly least: bigint
}

/**
 * The network fee, rounded up.
 * @param usdPerGas US dollars with eighteen decimals.
 * @param target the price in US dollars per token, and the token's decimals for the user and in the escrow.
 * @returns undefined when there is no fee or no price.
 */
export function networkFeeOf(
  gas: ReturnType<typeof gasOfSwap>,
  usdPerGas: BySide,
  target: { readonly price: string; readonly decimals: number; readonly escrowDecimals: number },
  { maxUsd, maxBips }: NetworkFeeLimits,
): NetworkFee | undefined {
  const price = parseDecimal(target.price)
  if (price === 0n || maxUsd === 0n) return undefined
  const usdOf = ({ source, destination }: BySide) => {
    const usd = source * usdPerGas.source + destination * usdPerGas.destination
    return usd < maxUsd ? usd : maxUsd
  }
  const worth = (usd: bigint, decimals: number) => ceilDiv(usd * 10n ** BigInt(decimals), price)
  const all = worth(usdOf(gas.all), target.decimals)
  return {
    all,
    maker: worth(usdOf(gas.maker), target.decimals),
    inEscrow: worth(usdOf(gas.all), target.escrowDecimals),
    least: ceilDiv(all * 10_000n, BigInt(maxBips)),
  }
}

const ceilDiv = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by
