export type HopDecimals = { readonly hub: number; readonly final: number }

const scale = ({ hub, final }: HopDecimals): bigint => 10n ** BigInt(Math.abs(final - hub))

/** The amount that arrives on the final chain, rounded down as the bridge does it. Base units. */
export function finalAmountOf(hubAmount: bigint, decimals: HopDecimals): bigint {
  return decimals.final >= decimals.hub ? hubAmount * scale(decimals) : hubAmount / scale(decimals)
}

/** `undefined` when the hub's token cannot express the amount. */
export function hubAmountOf(finalAmount: bigint, decimals: HopDecimals): bigint | undefined {
  if (decimals.final <= decimals.hub) return finalAmount * scale(decimals)
  return finalAmount % scale(decimals) === 0n ? finalAmount / scale(decimals) : undefined
}
