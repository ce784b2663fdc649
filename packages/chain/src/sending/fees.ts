/** The two fees of a transaction (EIP-1559), in wei per gas. */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** What a chain asks for at the moment, in wei per gas. */
export interface FeeMarket {
  /** In wei per gas. Zero on a chain with legacy transactions. */
  baseFeePerGas: bigint
  recentTips: readonly bigint[]
  minTip: bigint
  maxTip: bigint
}

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const eachFee = (choose: (field: keyof Fees) => bigint): Fees => ({
  maxFeePerGas: choose('maxFeePerGas'),
  maxPriorityFeePerGas: choose('maxPriorityFeePerGas'),
})

/** Takes the larger value of each of the two fees. */
export const largerOf = (one: Fees, other: Fees): Fees => eachFee((field) => larger(one[field], other[field]))

export const isSameOffer = (one: Fees, other: Fees): boolean =>
  one.maxFeePerGas === other.maxFeePerGas && one.maxPriorityFeePerGas === other.maxPriorityFeePerGas

export function medianOf(values: readonly bigint[]): bigint | undefined {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : 1))
  return sorted[Math.floor(sorted.length / 2)]
}

/**
 * The fees of a first offer. They leave room for the base fee to double, which takes five full blocks at 12.5 % each
 * (EIP-1559).
 */
export function firstFees({ baseFeePerGas, recentTips, minTip, maxTip }: FeeMarket): Fees {
  const median = medianOf(recentTips) ?? minTip
  const maxPriorityFeePerGas = larger(minTip, smaller(median, maxTip))
  return { maxFeePerGas: 2n * baseFeePerGas + maxPriorityFeePerGas, maxPriorityFeePerGas }
}

const bumped = (fee: bigint): bigint => (fee * 9n + 7n) / 8n + 1n

/** The smallest fees that nodes accept for a transaction that replaces one with these fees. */
export const beating = (fees: Fees): Fees => eachFee((field) => bumped(fees[field]))

/** Whether nodes accept this offer in place of the previous one: geth asks for an eighth more of both fees. */
export const isReplacement = (previous: Fees, { maxFeePerGas, maxPriorityFeePerGas }: Fees): boolean =>
  isTenthMore(previous.maxFeePerGas, maxFeePerGas) && isTenthMore(previous.maxPriorityFeePerGas, maxPriorityFeePerGas)

const isTenthMore = (before: bigint, now: bigint): boolean => now > before && now * 10n >= before * 11n

export const capped = (fees: Fees, cap: bigint): Fees => eachFee((field) => smaller(fees[field], cap))

/** The same offer, lowered to what the balance (in wei) can pay for the whole gas limit. */
export const payable = (offer: Fees, gasLimit: bigint, balance: bigint): Fees => capped(offer, balance / gasLimit)

/** What is set aside for a transaction, in wei: enough for three replacements at 12.5 % each. */
export const reserveOf = (gasLimit: bigint, maxFeePerGas: bigint, dataFee: bigint): bigint =>
  ((gasLimit * maxFeePerGas + dataFee) * 3n) / 2n
