import { capped, type Fees } from './fees.ts'

/** What may be offered, in wei, while the secret has not left. */
export interface FeeCaps {
  maxFeePerGas: bigint
  /** For one claim, all its gas at the highest price. */
  maxClaimFee: bigint
}

/** Why nothing must begin at this price, or nothing when it may. `gasLimit`: of one claim. */
export function whyTooDear(offer: Fees, gasLimit: bigint, { maxFeePerGas, maxClaimFee }: FeeCaps): string | undefined {
  if (offer.maxFeePerGas > maxFeePerGas) return 'the network fee is above the cap'
  return offer.maxFeePerGas * gasLimit > maxClaimFee ? 'the claim would cost more than the cap' : undefined
}

/** Once the secret has left, no price is too high but one that the signer cannot pay. `balance` in wei. */
export const payable = (offer: Fees, gasLimit: bigint, balance: bigint): Fees => capped(offer, balance / gasLimit)

/** Whether nodes take one for the other: both fields must be a tenth higher (geth's price bump). */
export const isReplacement = (previous: Fees, offer: Fees): boolean =>
  offer.maxFeePerGas * 10n >= previous.maxFeePerGas * 11n &&
  offer.maxPriorityFeePerGas * 10n >= previous.maxPriorityFeePerGas * 11n
