import { beating, type Fees, larger, largerOf, smaller } from './fees.ts'

/** `refused`: perhaps as too low. */
export type Answer = 'taken' | 'refused' | 'unpayable' | 'none'

export interface Offers {
  latest: Fees
  answer: Answer
  taken: Fees | undefined
  /** Of offers that an endpoint may keep. */
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

/** 0.1 gwei is cheap anywhere. */
const leastMarket = 10n ** 8n

/**
 * 12.5 % higher, at least the market's, within `multiple` times it. A cheap offer gets room for twice the price: rising
 * prices do not drive up the tip.
 */
export function replacementFees(previous: Fees, market: Fees, multiple: bigint): Fees | undefined {
  const offer = largerOf(beating(previous), market)
  const tip = offer.maxPriorityFeePerGas
  const mostPrice = larger(multiple * larger(market.maxFeePerGas, leastMarket), market.maxFeePerGas + tip)
  const isTipExplained = tip <= multiple * larger(market.maxPriorityFeePerGas, leastMarket)
  if (isTipExplained && offer.maxFeePerGas <= mostPrice) return offer
  if (previous.maxFeePerGas >= market.maxFeePerGas) return undefined
  return { ...offer, maxFeePerGas: larger(offer.maxFeePerGas, 2n * market.maxFeePerGas) }
}

/** Rises only after an answer. After an untaken offer it goes back to the last taken one, or to the market. */
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
