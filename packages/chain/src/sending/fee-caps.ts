import type { Charges } from './charges.ts'
import type { Fees } from './fees.ts'

/** In wei. */
export interface FeeCaps {
  maxFeePerGas: bigint
  /** Before the first broadcast. */
  maxClaimFee: bigint
  maxRevealedFee: bigint
  maxMarketMultiple: bigint
}

export interface FeePolicy extends FeeCaps, Charges {}

/** @param dataFee wei beside the gas. */
export function whyTooDear(
  offer: Fees,
  gasLimit: bigint,
  { maxFeePerGas, maxClaimFee }: Pick<FeeCaps, 'maxFeePerGas' | 'maxClaimFee'>,
  dataFee = 0n,
): 'fee_above_cap' | 'cost_above_cap' | undefined {
  if (offer.maxFeePerGas > maxFeePerGas) return 'fee_above_cap'
  return offer.maxFeePerGas * gasLimit + dataFee > maxClaimFee ? 'cost_above_cap' : undefined
}
