import { beating, type Fees, larger, largerOf, smaller } from './fees.ts'

/**
 * The joint answer of the endpoints to an offer. `taken`: by one of them. `refused`: perhaps because the offer is too low.
 * `unpayable`: the account cannot pay. `none`: the offer was not answered.
 */
export type Answer = 'taken' | 'refused' | 'unpayable' | 'none'

/** The offers at one nonce so far. */
export interface Offers {
  latest: Fees
  /** To the latest offer. */
  answer: Answer
  /** The last offer that an endpoint took. */
  taken: Fees | undefined
  /** The larger one of each field, of the offers that an endpoint may keep: an unpayable offer competes with nothing. */
  top: Fees | undefined
}

/** Adds an offer, and what the endpoints answered to it. */
export function withOffer(before: Offers | undefined, latest: Fees, answer: Answer): Offers {
  const mayBeKept = answer !== 'unpayable' && answer !== 'none'
  return {
    latest,
    answer,
    taken: answer === 'taken' ? latest : before?.taken,
    top: mayBeKept ? largerOf(before?.top ?? latest, latest) : before?.top,
  }
}

/** A market is at least this when an offer is held against its multiple, in wei per gas: 0.1 gwei are cheap anywhere. */
const leastMarket = 10n ** 8n

/**
 * An offer that replaces `previous` at the same nonce: both fields at least 12.5 % more, and no less than the market. Price and
 * tip stay within `multiple` times the market's. An offer below the market's price cannot be mined: it is replaced whatever
 * its tip has become, with room for twice the price, so that a price that rises step by step does not drive up the tip.
 *
 * @returns undefined where no higher offer is worth making.
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

/**
 * The next offer at a nonce. It pays more only where an endpoint answered the latest offer. After an offer that no endpoint took
 * it goes back to the last one that was taken, or to the market where the account cannot pay even that. Where it cannot pay a
 * price, the tip stays as high as it has become, within that price: an endpoint may demand a tip and not say so.
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

/** The offer with no lower tip than another one, as far as its price allows for that. */
const withTipOf = ({ maxPriorityFeePerGas: tip }: Fees, { maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees => ({
  maxFeePerGas,
  maxPriorityFeePerGas: larger(maxPriorityFeePerGas, smaller(tip, maxFeePerGas)),
})

const isBelow = (offer: Fees, asked: Fees): boolean =>
  offer.maxFeePerGas < asked.maxFeePerGas || offer.maxPriorityFeePerGas < asked.maxPriorityFeePerGas
