import { beating, type Fees, larger, largerOf, smaller } from './fees.ts'

/** What endpoints did with an offer. It may have been `refused` because it offered too little. */
export type Answer = 'taken' | 'refused' | 'unpayable' | 'none'

export interface Offers {
  latest: Fees
  answer: Answer
  taken: Fees | undefined
  /** The highest offer that an endpoint may still have in its mempool. */
  top: Fees | undefined
}

export function withOffer(before: Offers | undefined, latest: Fees, answer: Answer): Offers {
  const mayBeKept = answer !== 'unpayable' && answer !== 'none'
  return {
    latest,
    answer,
    taken: answer === 'taken' ? latest : before?.taken,
    top: mayBeKept ? largerOf(before?.top ?? latest, latest) : before?.top,
  }
}

/** Base fees and tips below 0.1 gwei are cheap on any chain, so such a market counts as this much. */
const minMarket = 10n ** 8n

/**
 * The fees of a replacement: 12.5 % higher, at least the market's, and at most `multiple` times the market's. A cheap offer
 * gets room for twice the price, so that rising prices do not drive up the tip.
 */
export function replacementFees(previous: Fees, market: Fees, multiple: bigint): Fees | undefined {
  const offer = largerOf(beating(previous), market)
  const tip = offer.maxPriorityFeePerGas
  const maxPrice = larger(multiple * larger(market.maxFeePerGas, minMarket), market.maxFeePerGas + tip)
  const isTipExplained = tip <= multiple * larger(market.maxPriorityFeePerGas, minMarket)
  if (isTipExplained && offer.maxFeePerGas <= maxPrice) return offer
  if (previous.maxFeePerGas >= market.maxFeePerGas) return undefined
  return { ...offer, maxFeePerGas: larger(offer.maxFeePerGas, 2n * market.maxFeePerGas) }
}

/**
 * The fees of the next offer. They rise only when an endpoint has answered the latest offer. After an offer that no
 * endpoint took, they go back to the last offer that was taken, or to the market's price.
 */
export function nextFees({ latest, answer, taken }: Offers, market: Fees, multiple: bigint): Fees {
  const raised = (fees: Fees) => replacementFees(fees, market, multiple)
  if (answer === 'taken') return raised(latest) ?? latest
  const isTakenDearer = taken !== undefined && taken.maxFeePerGas >= latest.maxFeePerGas
  const others = taken === undefined || (answer === 'unpayable' && isTakenDearer) ? market : taken
  if (answer === 'refused') return raised(latest) ?? others
  const next = isBelow(others, market) ? (raised(others) ?? others) : others
  return answer === 'unpayable' ? withTipOf(latest, next) : next
}

const withTipOf = ({ maxPriorityFeePerGas: tip }: Fees, { maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees => ({
  maxFeePerGas,
  maxPriorityFeePerGas: larger(maxPriorityFeePerGas, smaller(tip, maxFeePerGas)),
})

const isBelow = (offer: Fees, asked: Fees): boolean =>
  offer.maxFeePerGas < asked.maxFeePerGas || offer.maxPriorityFeePerGas < asked.maxPriorityFeePerGas
