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
}

/** At least 12.5 % more, as geth and others demand of a replacement: rounded up, and one on top. */
const bumped = (fee: bigint): bigint => (fee * 9n + 7n) / 8n + 1n
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** A fee may go up to this at once, in wei per gas: from nothing, doubling would take for ever. 0.1 gwei are cheap anywhere. */
const leastStep = 10n ** 8n
/** So many times what was offered first may the tip become on the word of one endpoint: it is paid whole. */
const mostTipGrowth = 64n

/**
 * An offer that replaces `previous` at the same nonce: both fields at least 12.5 % more, and no less than two endpoints say.
 * Towards what one alone says it goes by doubling: of two, the honest one may be either.
 *
 * @param first what was offered first.
 */
export function replacementFees(previous: Fees, first: Fees, { agreed, highest }: Market): Fees {
  const mostTip = mostTipGrowth * larger(first.maxPriorityFeePerGas, leastStep)
  const raised = (field: keyof Fees, most: bigint) => {
    const told = smaller(highest[field], smaller(larger(previous[field] * 2n, leastStep), most))
    return larger(bumped(previous[field]), larger(agreed[field], told))
  }
  return {
    maxFeePerGas: raised('maxFeePerGas', highest.maxFeePerGas),
    maxPriorityFeePerGas: raised('maxPriorityFeePerGas', mostTip),
  }
}
