import type { Hex } from 'viem'

/** An endpoint could tell a true hash in upper case. */
export const lowerHex = (hex: Hex): Hex => hex.toLowerCase() as Hex
