/**
 * A property of viem's `Chain` for chains that make a block only when a transaction comes: without it `waitForTransactionReceipt`
 * also looks for a replacement of the transaction, passes over the block that arrives meanwhile, and waits for the next
 * one, which such a chain does not make.
 */
export const minedOnDemand = { supportsTransactionReplacementDetection: false } as const
