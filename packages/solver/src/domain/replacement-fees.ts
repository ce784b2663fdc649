/** The fees that a transaction offers, in wei per gas (EIP-1559). */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** At least 12.5 % more, as geth and others demand of a replacement: rounded up, and one on top. */
const bumped = (fee: bigint): bigint => (fee * 9n + 7n) / 8n + 1n
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** An offer that replaces `previous` at the same nonce: both fields at least 12.5 % more, and no less than the market. */
export function replacementFees(previous: Fees, market: Fees): Fees {
  return {
    maxFeePerGas: larger(bumped(previous.maxFeePerGas), market.maxFeePerGas),
    maxPriorityFeePerGas: larger(bumped(previous.maxPriorityFeePerGas), market.maxPriorityFeePerGas),
  }
}
