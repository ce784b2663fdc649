/** Hundredths of a percent by which the price may get worse between the one shown and the one of the order. */
export const slippageChoices: readonly bigint[] = [10n, 50n, 100n]
export const defaultSlippageBips = 50n

/** The least accepted part of a shown amount, in base units, rounded up. */
export const minAmount = (shown: bigint, slippageBips: bigint): bigint =>
  (shown * (10_000n - slippageBips) + 9_999n) / 10_000n
