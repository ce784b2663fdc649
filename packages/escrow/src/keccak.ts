import { type Hex, keccak256 } from 'viem'

/** Keccak-256 of bytes or hex. A server that hashes much may hand in a faster one than viem's. */
export type Keccak = (data: Hex | Uint8Array) => Hex

export const keccakOfViem: Keccak = (data) => keccak256(data)
