import { capped, type FeeMarket, type Fees, firstFees } from './fees.ts'

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

/**
 * Lowers an offer after the first broadcast to what the market explains and to what the requests may cost.
 *
 * @param count how many requests the transaction does the work of.
 */
export function withinCaps(
  offer: Fees,
  market: FeeMarket,
  { gasLimit, count, caps }: { gasLimit: bigint; count: number; caps: FeeCaps },
): Fees {
  const asked = firstFees(market)
  const explained = {
    maxFeePerGas: smaller(offer.maxFeePerGas, asked.maxFeePerGas * caps.maxMarketMultiple),
    maxPriorityFeePerGas: smaller(offer.maxPriorityFeePerGas, asked.maxPriorityFeePerGas * caps.maxMarketMultiple),
  }
  return capped(explained, (caps.maxRevealedFee * BigInt(count)) / gasLimit)
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** No offer is higher than what the signer can pay. `balance` in wei. */
export const payable = (offer: Fees, gasLimit: bigint, balance: bigint): Fees => capped(offer, balance / gasLimit)

/** Whether nodes take one for the other: both fields must be a tenth higher (geth's price bump). */
export const isReplacement = (previous: Fees, offer: Fees): boolean =>
  offer.maxFeePerGas * 10n >= previous.maxFeePerGas * 11n &&
  offer.maxPriorityFeePerGas * 10n >= previous.maxPriorityFeePerGas * 11n
