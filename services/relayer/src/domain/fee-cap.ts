import { capped, type FeeMarket, type Fees, firstFees } from './fees.ts'

/** What may be offered on a chain, in wei. */
export interface FeeCaps {
  /** While the secret has not left. */
  maxFeePerGas: bigint
  /** The same, for one claim: all its gas at the highest price, and what the chain takes beside gas. */
  maxClaimFee: bigint
  /** For one claim once its secret has left: then it is worth more to have it mined. */
  maxRevealedFee: bigint
  /** A replacement offers no more than so many times what the market asks. */
  mostOfMarket: bigint
}

/**
 * Why nothing must begin at this price, or nothing when it may.
 *
 * @param gasLimit of one claim.
 * @param dataFee wei that the chain takes for one claim beside its gas.
 */
export function whyTooDear(
  offer: Fees,
  gasLimit: bigint,
  { maxFeePerGas, maxClaimFee }: Pick<FeeCaps, 'maxFeePerGas' | 'maxClaimFee'>,
  dataFee = 0n,
): string | undefined {
  if (offer.maxFeePerGas > maxFeePerGas) return 'the network fee is above the cap'
  return offer.maxFeePerGas * gasLimit + dataFee > maxClaimFee ? 'the claim would cost more than the cap' : undefined
}

/**
 * Lowers an offer for what is revealed to what the market explains and to what the claims may cost.
 *
 * @param claims how many the transaction claims.
 */
export function withinCaps(
  offer: Fees,
  market: FeeMarket,
  { gasLimit, claims, caps }: { gasLimit: bigint; claims: number; caps: FeeCaps },
): Fees {
  const asked = firstFees(market)
  const explained = {
    maxFeePerGas: smaller(offer.maxFeePerGas, asked.maxFeePerGas * caps.mostOfMarket),
    maxPriorityFeePerGas: smaller(offer.maxPriorityFeePerGas, asked.maxPriorityFeePerGas * caps.mostOfMarket),
  }
  return capped(explained, (caps.maxRevealedFee * BigInt(claims)) / gasLimit)
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** No offer is higher than what the signer can pay. `balance` in wei. */
export const payable = (offer: Fees, gasLimit: bigint, balance: bigint): Fees => capped(offer, balance / gasLimit)

/** Whether nodes take one for the other: both fields must be a tenth higher (geth's price bump). */
export const isReplacement = (previous: Fees, offer: Fees): boolean =>
  offer.maxFeePerGas * 10n >= previous.maxFeePerGas * 11n &&
  offer.maxPriorityFeePerGas * 10n >= previous.maxPriorityFeePerGas * 11n
