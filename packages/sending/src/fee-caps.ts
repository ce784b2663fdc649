import type { Charges } from './charges.ts'
import type { Fees } from './fees.ts'

/** The most that may be offered on a chain, in wei. */
export interface FeeCaps {
  /** Before the first broadcast. */
  maxFeePerGas: bigint
  /** The same, for one request: all its gas at the highest price, and what the chain takes beside gas. */
  maxClaimFee: bigint
  /** For one request after its first broadcast: then it is worth more to have it mined. */
  maxRevealedFee: bigint
  /** A replacement offers no more than so many times what the market asks. */
  maxMarketMultiple: bigint
}

/** How a chain charges, and what may be offered there. */
export interface FeePolicy extends FeeCaps, Charges {}

/**
 * Why nothing must begin at this price, or nothing when it may.
 *
 * @param gasLimit of one request.
 * @param dataFee wei that the chain takes for one request beside its gas.
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
