/** The fees that a transaction offers, in wei per gas (EIP-1559). */
export interface Fees {
  /** The price: base fee and tip together are no more. */
  maxFeePerGas: bigint
  /** The tip. */
  maxPriorityFeePerGas: bigint
}

/** The fees that a chain asks now, in wei per gas. */
export interface FeeMarket {
  /** 0 where transactions have one price (legacy). */
  baseFeePerGas: bigint
  /** The tip that was paid in the latest blocks. */
  recentTips: readonly bigint[]
  /** Below it the chain's nodes do not relay. */
  leastTip: bigint
  /** Above it no tip is believed to be the market's, whatever endpoints say. */
  mostTip: bigint
}

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const eachFee = (choose: (field: keyof Fees) => bigint): Fees => ({
  maxFeePerGas: choose('maxFeePerGas'),
  maxPriorityFeePerGas: choose('maxPriorityFeePerGas'),
})

/** The larger one of each field. */
export const largerOf = (one: Fees, other: Fees): Fees => eachFee((field) => larger(one[field], other[field]))

export const isSameOffer = (one: Fees, other: Fees): boolean =>
  one.maxFeePerGas === other.maxFeePerGas && one.maxPriorityFeePerGas === other.maxPriorityFeePerGas

/** The upper one of two in the middle; nothing of nothing. */
export function medianOf(values: readonly bigint[]): bigint | undefined {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : 1))
  return sorted[Math.floor(sorted.length / 2)]
}

/**
 * A first offer: the median tip, and room for the base fee to double. The base fee rises by at most 12.5 % a block
 * (EIP-1559), so twice is five full blocks.
 */
export function firstFees({ baseFeePerGas, recentTips, leastTip, mostTip }: FeeMarket): Fees {
  const median = medianOf(recentTips) ?? leastTip
  const maxPriorityFeePerGas = larger(leastTip, smaller(median, mostTip))
  return { maxFeePerGas: 2n * baseFeePerGas + maxPriorityFeePerGas, maxPriorityFeePerGas }
}

/** At least 12.5 % more: rounded up, and one on top. */
const bumped = (fee: bigint): bigint => (fee * 9n + 7n) / 8n + 1n

/** The least fees that replace these at the same nonce: nodes demand a tenth more of both, some of them an eighth. */
export const beating = (fees: Fees): Fees => eachFee((field) => bumped(fees[field]))

/** Whether nodes replace one by the other: both fields are higher by a tenth (geth's price bump), and by one at least. */
export const isReplacement = (previous: Fees, { maxFeePerGas, maxPriorityFeePerGas }: Fees): boolean =>
  isTenthMore(previous.maxFeePerGas, maxFeePerGas) && isTenthMore(previous.maxPriorityFeePerGas, maxPriorityFeePerGas)

const isTenthMore = (before: bigint, now: bigint): boolean => now > before && now * 10n >= before * 11n

/** Lowers an offer to a price, in wei per gas. */
export const capped = (fees: Fees, cap: bigint): Fees => eachFee((field) => smaller(fees[field], cap))

/** No offer is higher than what the account can pay. `balance` in wei. */
export const payable = (offer: Fees, gasLimit: bigint, balance: bigint): Fees => capped(offer, balance / gasLimit)

/** Wei to be kept for a transaction: three replacements at 12.5 % each make the first offer 1.42 times as dear. */
export const reserveOf = (gasLimit: bigint, maxFeePerGas: bigint, dataFee: bigint): bigint =>
  ((gasLimit * maxFeePerGas + dataFee) * 3n) / 2n
