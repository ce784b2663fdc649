export type HopDecimals = { readonly hub: number; readonly final: number }

const scale = ({ hub, final }: HopDecimals): bigint => 10n ** BigInt(Math.abs(final - hub))

/** The amount that arrives on the final chain, in base units, rounded down as the bridge does it. */
export function finalAmountOf(hubAmount: bigint, decimals: HopDecimals): bigint {
  return decimals.final >= decimals.hub ? hubAmount * scale(decimals) : hubAmount / scale(decimals)
}

/** The amount that the hub's escrow has to hold, in base units; `undefined` when the hub's token cannot express it. */
export function hubAmountOf(finalAmount: bigint, decimals: HopDecimals): bigint | undefined {
  if (decimals.final <= decimals.hub) return finalAmount * scale(decimals)
  return finalAmount % scale(decimals) === 0n ? finalAmount / scale(decimals) : undefined
}
