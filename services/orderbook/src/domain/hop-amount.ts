/** Decimals of a token where its escrow stands, and of its remote on the final chain. */
export type HopDecimals = { readonly hub: number; readonly final: number }

const scale = ({ hub, final }: HopDecimals): bigint => 10n ** BigInt(Math.abs(final - hub))

/**
 * The amount that arrives on the final chain when the bridge is given `hubAmount`. Base units, rounded down as the
 * bridge does.
 */
export function finalAmountOf(hubAmount: bigint, decimals: HopDecimals): bigint {
  return decimals.final >= decimals.hub ? hubAmount * scale(decimals) : hubAmount / scale(decimals)
}

/**
 * The amount that the bridge must be given for `finalAmount` to arrive, in base units; `undefined` when no amount
 * arrives as exactly this, because the hub's token has fewer decimals. Nothing is ever left behind as dust.
 */
export function hubAmountOf(finalAmount: bigint, decimals: HopDecimals): bigint | undefined {
  if (decimals.final <= decimals.hub) return finalAmount * scale(decimals)
  return finalAmount % scale(decimals) === 0n ? finalAmount / scale(decimals) : undefined
}
