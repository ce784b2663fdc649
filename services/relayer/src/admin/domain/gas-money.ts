const lowClaims = 20n

/** `low` is an alert; with `none` nothing new begins. */
export type GasMoney = 'enough' | 'low' | 'none'

/**
 * @param balance wei.
 * @param reserve wei of one claim with replacements (`reserveOf`).
 */
export const claimsLeft = (balance: bigint, reserve: bigint): bigint => (reserve === 0n ? balance : balance / reserve)

export const canBegin = (claims: bigint): boolean => claims >= 1n

export function gasMoneyOf(claims: bigint): GasMoney {
  if (!canBegin(claims)) return 'none'
  return claims < lowClaims ? 'low' : 'enough'
}
