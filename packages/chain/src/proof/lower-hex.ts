import type { Hex } from 'viem'

/**
 * Hex digits in lower case. A hash does not show the case of the digits that were hashed: an endpoint could tell a true
 * hash in upper case, and it would be another one wherever hashes are compared as strings.
 */
export const lowerHex = (hex: Hex): Hex => hex.toLowerCase() as Hex
