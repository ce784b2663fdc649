import type { Hex } from 'viem'

/** A hash hides the case of its digits, and strings are compared: an endpoint could tell a true hash in upper case. */
export const lowerHex = (hex: Hex): Hex => hex.toLowerCase() as Hex
