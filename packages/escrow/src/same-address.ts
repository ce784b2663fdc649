import type { Address } from 'viem'

/** viem's `isAddressEqual` checks again, and took a fifth of a claim's time. */
export const isSameAddress = (one: Address, other: Address): boolean => one.toLowerCase() === other.toLowerCase()
