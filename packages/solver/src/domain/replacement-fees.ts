/** The fees that a transaction offers, in wei per gas (EIP-1559). */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** The fees of a chain, as its endpoints say. */
export interface Market {
  /** As high as two say. */
  agreed: Fees
  /** As high as any says, which may be a lie. */
  highest: Fees
  /** No tip of the chain is believed to be above this. */
  mostTip: bigint
}

/**
 * The joint answer of the endpoints to an offer: one took it, or else one refused it, perhaps because it pays too little.
 * `unpayable`: the account cannot pay it, as all say that answered; `disputed`: as one of them says, and another one lets its
 * funds be, so that either may lie. `none`: it was not signed, or no endpoint answered.
 */
export type Answer = 'taken' | 'refused' | 'unpayable' | 'disputed' | 'none'

/** The offers at one nonce so far. */
export interface Offers {
  latest: Fees
  /** To the latest one. */
  answer: Answer
  /** The last one that an endpoint took, or the least that replaces it. */
  taken: Fees | undefined
  /** The larger one of each field of all. */
  top: Fees
}

/** At least 12.5 % more, as geth and others demand of a replacement: rounded up, and one on top. */
const bumped = (fee: bigint): bigint => (fee * 9n + 7n) / 8n + 1n
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const each = (choose: (field: keyof Fees) => bigint): Fees => ({
  maxFeePerGas: choose('maxFeePerGas'),
  maxPriorityFeePerGas: choose('maxPriorityFeePerGas'),
})

/** A fee may go up to this at once, in wei per gas: from nothing, doubling would take for ever. 0.1 gwei are cheap anywhere. */
const leastStep = 10n ** 8n
/**
 * No more is offered than so many times what the market asks: twelve replacements from there. One that is still not mined then
 * waits for something else than a better price.
 */
const mostOfMarket = 4n

/** The larger one of each field. */
export const largerOf = (one: Fees, other: Fees): Fees => each((field) => larger(one[field], other[field]))

/** Fees that replace these at the same nonce, by the rule of every node. */
export const beating = (fees: Fees): Fees => each((field) => bumped(fees[field]))

/** The fees that an endpoint says, with a tip that can be believed: it is paid whole. `mostTip` in wei per gas. */
export function withTipUpTo(mostTip: bigint, { maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees {
  const excess = larger(0n, maxPriorityFeePerGas - mostTip)
  return { maxFeePerGas: maxFeePerGas - excess, maxPriorityFeePerGas: maxPriorityFeePerGas - excess }
}

/**
 * The next offer at a nonce. It pays more only where an endpoint has answered to the latest one, and the price of the market is
 * known: what no node has seen competes with nothing. Otherwise the last offer that was taken is made again, or where the account
 * cannot pay even that, the market's. Where it cannot pay an offer the tip stays as high as it has become: it does not matter to
 * that, and may be what an endpoint demands that does not say so.
 *
 * @param market `undefined` when it cannot be read.
 */
export function nextFees(offers: Offers, market: Market | undefined): Fees {
  const { latest, answer, taken } = offers
  if (market === undefined) return taken ?? latest
  if (answer === 'taken') return replacementFees(latest, market) ?? latest
  if (answer === 'disputed') return disputedFees(offers, market)
  const isTakenDearer = taken !== undefined && taken.maxFeePerGas >= latest.maxFeePerGas
  const others = taken === undefined || (answer === 'unpayable' && isTakenDearer) ? market.agreed : taken
  if (answer === 'refused') return replacementFees(latest, market) ?? others
  const next = isBelow(others, market.agreed) ? (replacementFees(others, market) ?? others) : others
  return answer === 'unpayable' ? withTipOf(latest, next) : next
}

/**
 * The highest offer so far raised, and the least that may be mined, by turns: of two endpoints one may lie that the account cannot
 * pay, where the market asks for so much, or the other one that the market does.
 */
function disputedFees({ latest, top }: Offers, market: Market): Fees {
  const least = withTipOf(latest, market.agreed)
  const isLeast = latest.maxFeePerGas <= least.maxFeePerGas
  if (!isLeast && latest.maxFeePerGas >= top.maxFeePerGas) return least
  return replacementFees(largerOf(latest, top), market) ?? replacementFees(latest, market) ?? least
}

/** The offer with no lower tip than another one, as far as its price allows for that. */
const withTipOf = ({ maxPriorityFeePerGas: tip }: Fees, { maxFeePerGas, maxPriorityFeePerGas }: Fees): Fees => ({
  maxFeePerGas,
  maxPriorityFeePerGas: larger(maxPriorityFeePerGas, smaller(tip, maxFeePerGas)),
})

const isBelow = (offer: Fees, asked: Fees): boolean =>
  offer.maxFeePerGas < asked.maxFeePerGas || offer.maxPriorityFeePerGas < asked.maxPriorityFeePerGas

/**
 * An offer that replaces `previous` at the same nonce: both fields at least 12.5 % more, and no less than two endpoints say.
 * Towards what one alone says it goes by doubling: of two, the honest one may be either.
 *
 * @returns `undefined` where that is more than {@link mostOfMarket} times what the market asks. An offer that two endpoints say
 * is too low to be mined is replaced all the same; then it leaves room for twice their price, so that prices which are raised
 * step by step do not drive up the tip. So is one that one alone says is too low, as long as its tip is no more than so many times
 * the most that is believed of the chain.
 */
export function replacementFees(previous: Fees, { agreed, highest, mostTip }: Market): Fees | undefined {
  const offer = each((field) => {
    const told = smaller(highest[field], larger(previous[field] * 2n, leastStep))
    return larger(bumped(previous[field]), larger(agreed[field], told))
  })
  const most = each((field) => mostOfMarket * larger(highest[field], leastStep))
  if (!isBelow(most, offer)) return offer
  if (agreed.maxFeePerGas > previous.maxFeePerGas)
    return { ...offer, maxFeePerGas: larger(offer.maxFeePerGas, 2n * agreed.maxFeePerGas) }
  // Only the tip is more, which nodes demand for a higher price: of two endpoints the lower one may lie about that.
  const isTooLow = previous.maxFeePerGas < highest.maxFeePerGas
  return isTooLow && offer.maxPriorityFeePerGas <= mostOfMarket * mostTip ? offer : undefined
}
