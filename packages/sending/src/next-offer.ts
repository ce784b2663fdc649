import { capped, type FeeMarket, type Fees, firstFees, isReplacement, isSameOffer } from './fees.ts'
import { type Answer, nextFees, type Offers, withOffer } from './replacement.ts'

/** An offer that was made at a nonce, and the endpoints' answer to it. */
export interface PastOffer extends Fees {
  answer: Answer
}

/** The bounds of an offer. Wei per gas: what it may cost, and what the account can pay. */
export interface OfferLimits {
  price: bigint
  /** Times what the market asks. */
  multiple: bigint
}

/**
 * The next offer at a nonce: a new one, or the past one that is to be made again.
 *
 * @param past oldest first.
 * @returns undefined where nothing better can be offered that nodes take and that may be mined: the past offers stand.
 */
export function nextOffer<P extends PastOffer>(
  past: readonly P[],
  market: FeeMarket,
  { price, multiple }: OfferLimits,
): { type: 'new'; fees: Fees } | { type: 'again'; past: P } | undefined {
  const offers = past.reduce<Offers | undefined>((before, one) => withOffer(before, one, one.answer), undefined)
  const asked = firstFees(market)
  const wanted = offers === undefined ? asked : nextFees(offers, asked, multiple)
  const fees = capped(wanted, price)
  const same = past.findLast((one) => isSameOffer(one, fees))
  if (same !== undefined) return { type: 'again', past: same }
  if (fees.maxFeePerGas < market.baseFeePerGas) return undefined
  if (offers?.top !== undefined && !isReplacement(offers.top, fees)) return undefined
  return { type: 'new', fees }
}
