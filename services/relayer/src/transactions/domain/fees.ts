/** The fees that a transaction offers, in wei per gas (EIP-1559). */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** The fees that the chain asks now, in wei per gas. */
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

/**
 * An offer that replaces an earlier one at the same nonce: both fields at least 12.5 % more, as geth and others demand,
 * and no less than the market.
 */
export function replacementFees(previous: Fees, market: FeeMarket): Fees {
  const fresh = firstFees(market)
  return {
    maxFeePerGas: larger(bumped(previous.maxFeePerGas), fresh.maxFeePerGas),
    maxPriorityFeePerGas: larger(bumped(previous.maxPriorityFeePerGas), fresh.maxPriorityFeePerGas),
  }
}

/** At least 12.5 % more: rounded up, and one on top. */
const bumped = (fee: bigint): bigint => (fee * 9n + 7n) / 8n + 1n
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Lowers an offer to a cap, in wei per gas. */
export const capped = (fees: Fees, cap: bigint): Fees => ({
  maxFeePerGas: fees.maxFeePerGas < cap ? fees.maxFeePerGas : cap,
  maxPriorityFeePerGas: fees.maxPriorityFeePerGas < cap ? fees.maxPriorityFeePerGas : cap,
})
