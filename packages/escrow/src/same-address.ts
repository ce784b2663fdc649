/**
 * Whether two addresses are the same. viem's `isAddressEqual` validates both once more, which took a fifth of a claim's
 * time.
 */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
