import type { Hex } from 'viem'

/** Hashes are compared in lower case, because an endpoint could write a true one in upper case. */
export const lowerHex = (hex: Hex): Hex => hex.toLowerCase() as Hex
