/** The choices for the slippage: by how many hundredths of a percent the order's price may be worse than the one shown. */
export const slippageChoices: readonly bigint[] = [10n, 50n, 100n]
export const defaultSlippageBips = 50n

/** The least that the user accepts in place of a shown amount, in base units and rounded up. */
export const minReceived = (shown: bigint, slippageBips: bigint): bigint =>
  (shown * (10_000n - slippageBips) + 9_999n) / 10_000n
