const lowClaims = 20n

/** `low` raises an alert. With `none` the signer cannot pay for a single claim. */
export type GasMoney = 'enough' | 'low' | 'none'

/**
 * How many claims the balance pays for.
 * @param balance wei.
 * @param reserve wei that one claim and its replacements may cost (`reserveOf`).
 */
export const claimsLeft = (balance: bigint, reserve: bigint): bigint => (reserve === 0n ? balance : balance / reserve)

export const canBegin = (claims: bigint): boolean => claims >= 1n

export function gasMoneyOf(claims: bigint): GasMoney {
  if (!canBegin(claims)) return 'none'
  return claims < lowClaims ? 'low' : 'enough'
}
