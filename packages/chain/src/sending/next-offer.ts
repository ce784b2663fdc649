import { capped, type FeeMarket, type Fees, firstFees, isReplacement, isSameOffer } from './fees.ts'
import { type Answer, nextFees, type Offers, withOffer } from './replacement.ts'

/** An offer that was made before. */
export interface PastOffer extends Fees {
  answer: Answer
}

/** The bounds of a next offer, in wei per gas. */
export interface OfferLimits {
  price: bigint
  multiple: bigint
}

/**
 * Decides what to offer next for a nonce: a new offer, or one of the past ones again.
 *
 * @param past the offers so far, oldest first.
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
