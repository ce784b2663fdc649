import type { Charges } from './charges.ts'
import type { Fees } from './fees.ts'

/** The most that a transaction may cost. All values are in wei. */
export interface FeeCaps {
  maxFeePerGas: bigint
  /** The most that a claim may cost before its first broadcast; afterwards it may cost five times this. */
  maxClaimFee: bigint
  maxRevealedFee: bigint
  maxMarketMultiple: bigint
}

export interface FeePolicy extends FeeCaps, Charges {}

/**
 * Which cap an offer exceeds; `undefined` when it exceeds none.
 *
 * @param dataFee wei that are paid in addition to the gas.
 */
export function whyTooDear(
  offer: Fees,
  gasLimit: bigint,
  { maxFeePerGas, maxClaimFee }: Pick<FeeCaps, 'maxFeePerGas' | 'maxClaimFee'>,
  dataFee = 0n,
): 'fee_above_cap' | 'cost_above_cap' | undefined {
  if (offer.maxFeePerGas > maxFeePerGas) return 'fee_above_cap'
  return offer.maxFeePerGas * gasLimit + dataFee > maxClaimFee ? 'cost_above_cap' : undefined
}
