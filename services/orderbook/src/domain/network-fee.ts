import { nativeToken } from '@tandem/escrow'
import { parseDecimal } from './decimal.ts'
import type { ResolvedRoute } from './network.ts'

/** Gas used by the transactions of a swap that are part of its price (packages/escrow/gas-snapshot.json). */
export const swapGas = {
  fund: 125_927n,
  fundNative: 79_460n,
  claim: 47_898n,
  claimNative: 46_515n,
  claimHop: 204_866n,
  claimHopWithFee: 254_263n,
} as const

/** A number for the chain of each escrow. */
export type BySide = { readonly source: bigint; readonly destination: bigint }

/**
 * The gas of a swap, by the chain that it is paid on. `maker`: the maker funds the destination and claims the source.
 * `all`: these, and the claim of the destination, which the relayer sends. The creation of the source is left out: the user
 * may send it as well as the relayer (docs/adr/0014-who-pays-for-gas.md).
 */
export function gasOfSwap({ route, sourceAsset, destinationAsset }: GasRoute): { maker: BySide; all: BySide } {
  const isNative = ({ token_address }: { token_address: string }) =>
    token_address.toLowerCase() === nativeToken.toLowerCase()
  const claimOf = (asset: { token_address: string }) => (isNative(asset) ? swapGas.claimNative : swapGas.claim)
  const source = claimOf(sourceAsset)
  const destination = isNative(destinationAsset) ? swapGas.fundNative : swapGas.fund
  const bridgeFee = route.hop_relayer_fee
  const claimHop = BigInt(bridgeFee ?? 0) > 0n ? swapGas.claimHopWithFee : swapGas.claimHop
  const claim = bridgeFee === null ? claimOf(destinationAsset) : claimHop
  return { maker: { source, destination }, all: { source, destination: destination + claim } }
}

type GasRoute = Pick<ResolvedRoute, 'route' | 'sourceAsset' | 'destinationAsset'>

export type NetworkFeeLimits = {
  /** The most that counts for one swap, in US dollars with eighteen decimals, whatever an endpoint says. 0: nothing counts. */
  readonly maxUsd: bigint
  /** The largest part of an amount that network fees may be, in hundredths of a percent: 1 to 10,000. */
  readonly maxBips: number
}

/** The fees of the network for a swap, in base units of the asset that the user receives unless another is named. */
export type NetworkFee = {
  /** The fees of all transactions that are part of the price. */
  readonly all: bigint
  /** The fees of the maker's transactions alone. */
  readonly maker: bigint
  /** `all` in base units of what the destination escrow holds: the same but on a hop. */
  readonly inEscrow: bigint
  /** The least amount of which `all` is no larger part than the limits allow. */
  readonly least: bigint
}

/**
 * The network fees of a swap at a price of gas on either chain.
 *
 * @param usdPerGas US dollars with eighteen decimals that one unit of gas costs.
 * @param target the price of a whole token that the user receives, US dollars, and its decimals where the user and where
 *   the escrow has it.
 * @returns `undefined` where no fee counts, or the token has no price to count it in. Amounts are rounded up.
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
