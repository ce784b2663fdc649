import type { Address } from 'viem'

/**
 * Whether two addresses are the same, however they are written. viem's `isAddressEqual` also asks whether they are addresses
 * at all, and remembers what it found: that took a fifth of a claim's time (docs/benchmarks.md, the relayer). This is for
 * addresses that were checked when they came in, or were read from a chain.
 */
export const isSameAddress = (one: Address, other: Address): boolean => one.toLowerCase() === other.toLowerCase()
