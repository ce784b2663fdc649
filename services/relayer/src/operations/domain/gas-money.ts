/** With money for fewer claims, the operator should send some. */
const lowClaims = 20n

/** Whether an account can go on: `low` is an alert, and with `none` it begins nothing new. */
export type GasMoney = 'enough' | 'low' | 'none'

/**
 * How many claims a balance pays for.
 *
 * @param balance wei.
 * @param reserve wei that are reserved for one claim, what its replacements may cost included (`reserveOf`).
 */
export const claimsLeft = (balance: bigint, reserve: bigint): bigint => (reserve === 0n ? balance : balance / reserve)

/** Whether an account that pays for so many claims begins anything new. */
export const canBegin = (claims: bigint): boolean => claims >= 1n

export function gasMoneyOf(claims: bigint): GasMoney {
  if (!canBegin(claims)) return 'none'
  return claims < lowClaims ? 'low' : 'enough'
}
