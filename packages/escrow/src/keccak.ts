import { type Hex, keccak256 } from 'viem'

/** Keccak-256. A server that hashes much may hand in a faster one than viem's. */
export type Keccak = (bytes: Uint8Array) => Hex

export const keccakOfViem: Keccak = (bytes) => keccak256(bytes)
