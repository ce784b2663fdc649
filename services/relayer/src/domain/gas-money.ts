import type { Fees } from './fees.ts'

/** `claim` (docs/escrow.md), and the quarter that a step puts on top. */
const gasOfClaim = 85_000n
/** With fewer, somebody should send money. */
const lowClaims = 20n
/** Three replacements at 12.5 % each make the first offer 1.42 times as dear. */
const reserveClaims = 2n

/** Whether an account can go on: `low` is an alert, and with `none` it begins nothing new. */
export type GasMoney = 'enough' | 'low' | 'none'

/** How many claims the balance, in wei, pays for, were each to cost all that is offered for it now. */
export const claimsLeft = (balance: bigint, { maxFeePerGas }: Fees): bigint => balance / (gasOfClaim * maxFeePerGas)

/** Whether an account that pays for so many claims begins anything new. */
export const canBegin = (claims: bigint): boolean => claims >= reserveClaims

export function gasMoneyOf(balance: bigint, fees: Fees): GasMoney {
  const claims = claimsLeft(balance, fees)
  if (!canBegin(claims)) return 'none'
  return claims < lowClaims ? 'low' : 'enough'
}
