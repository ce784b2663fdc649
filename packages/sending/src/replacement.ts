import { beating, eachFee, type Fees, larger, largerOf, smaller } from './fees.ts'
import type { Market } from './market.ts'

/**
 * The joint answer of the endpoints to an offer. `taken`: by one of them. `refused`: perhaps because the offer is too low.
 * `unpayable`: the account cannot pay, as all say that answered. `disputed`: as one of them says, and another one lets its
 * funds be, so that either may lie. `none`: the offer was not signed, or not answered.
 */
export type Answer = 'taken' | 'refused' | 'unpayable' | 'disputed' | 'none'

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

/** A fee may go up to this at once, in wei per gas: from nothing, doubling would take for ever. 0.1 gwei are cheap anywhere. */
const leastStep = 10n ** 8n
/** A replacement offers no more than so many times the market: twelve replacements from there. */
export const usualMultiple = 4n

/**
 * An offer that replaces `previous` at the same nonce: both fields at least 12.5 % more, and no less than the market. A fee
 * that one endpoint alone says is reached by doubling: of two endpoints, either may be the honest one.
 *
 * The tip stays within `multiple` times the market's. The price stays within `multiple` times the agreed price, or within
 * what the lone endpoint says and the tip. An offer below the agreed price cannot be mined: it is replaced
 * whatever its tip has become, with room for twice the price, so that a price that rises step by step does not drive up the
 * tip. An offer below the lone endpoint's price is, as long as its tip stays within `multiple` times the chain's highest.
 *
 * @returns undefined where no higher offer is worth making.
 */
export function replacementFees(
  previous: Fees,
  { agreed, highest, mostTip }: Market,
  multiple: bigint = usualMultiple,
): Fees | undefined {
  const least = beating(previous)
  const offer = eachFee((field) => {
    const approached = smaller(highest[field], larger(previous[field] * 2n, leastStep))
    return larger(least[field], larger(agreed[field], approached))
  })
  const tip = offer.maxPriorityFeePerGas
  const mostPrice = larger(multiple * larger(agreed.maxFeePerGas, leastStep), highest.maxFeePerGas + tip)
  const isTipExplained = tip <= multiple * larger(highest.maxPriorityFeePerGas, leastStep)
  if (isTipExplained && offer.maxFeePerGas <= mostPrice) return offer
  if (previous.maxFeePerGas < agreed.maxFeePerGas)
    return { ...offer, maxFeePerGas: larger(offer.maxFeePerGas, 2n * agreed.maxFeePerGas) }
  return previous.maxFeePerGas < highest.maxFeePerGas && tip <= multiple * mostTip ? offer : undefined
}

/**
 * The next offer at a nonce. It pays more only where an endpoint answered the latest offer and the market is known. After an
 * offer that no endpoint took it goes back to the last one that was taken, or to the market where the account cannot pay
 * even that. Where it cannot pay a price, the tip stays as high as it has become, within that price: an endpoint may demand
 * a tip and not say so.
 *
 * @param market undefined while the market cannot be read.
 */
export function nextFees(offers: Offers, market: Market | undefined, multiple: bigint = usualMultiple): Fees {
  const { latest, answer, taken } = offers
  const raised = (fees: Fees) => market && replacementFees(fees, market, multiple)
  if (market === undefined) return taken ?? latest
  if (answer === 'taken') return raised(latest) ?? latest
  if (answer === 'disputed') return disputedFees(offers, market.agreed, raised)
  const isTakenDearer = taken !== undefined && taken.maxFeePerGas >= latest.maxFeePerGas
  const others = taken === undefined || (answer === 'unpayable' && isTakenDearer) ? market.agreed : taken
  if (answer === 'refused') return raised(latest) ?? others
  const next = isBelow(others, market.agreed) ? (raised(others) ?? others) : others
  return answer === 'unpayable' ? withTipOf(latest, next) : next
}

/**
 * The highest offer so far raised, and the market's, by turns: of two endpoints one may lie that the account cannot pay,
 * where the market asks for so much, or the other one that the market does.
 */
function disputedFees({ latest, top }: Offers, agreed: Fees, raised: (fees: Fees) => Fees | undefined): Fees {
  const highest = top ?? latest
  const least = withTipOf(latest, agreed)
  const isLeast = latest.maxFeePerGas <= least.maxFeePerGas
  if (!isLeast && latest.maxFeePerGas >= highest.maxFeePerGas) return least
  return raised(largerOf(latest, highest)) ?? raised(latest) ?? least
}

/** The offer with no lower tip than another one, as far as its price allows for that. */
const withTipOf = ({ maxPriorityFeePerGas: tip }: Fees, { maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees => ({
  maxFeePerGas,
  maxPriorityFeePerGas: larger(maxPriorityFeePerGas, smaller(tip, maxFeePerGas)),
})

const isBelow = (offer: Fees, asked: Fees): boolean =>
  offer.maxFeePerGas < asked.maxFeePerGas || offer.maxPriorityFeePerGas < asked.maxPriorityFeePerGas
