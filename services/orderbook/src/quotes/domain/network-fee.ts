import { measuredGas, nativeToken } from '@tandem/escrow'
import type { ResolvedRoute } from '../../network/domain/network.ts'
import { parseDecimal } from './decimal.ts'

export type BySide = { readonly source: bigint; readonly destination: bigint }

/**
 * `maker`: funding the destination, claiming the source. `all`: with the relayer's claim. The source's creation is left
 * out, because user or relayer may send it (docs/costs.md).
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
  /** US dollars with eighteen decimals, whatever endpoints say. 0: nothing counts. */
  readonly maxUsd: bigint
  /** Hundredths of a percent of an amount: 1 to 10,000. */
  readonly maxBips: number
}

/** Base units of the user's asset. */
export type NetworkFee = {
  readonly all: bigint
  readonly maker: bigint
  /** In base units of the destination escrow. */
  readonly inEscrow: bigint
  /** The least amount within the limits. */
  readonly least: bigint
}

/**
 * Rounded up.
 * @param usdPerGas US dollars with eighteen decimals.
 * @param target price in US dollars per token, and decimals where user and escrow have it.
 * @returns `undefined` without a fee or a price.
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
