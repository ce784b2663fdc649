import type { Keccak } from '@tandem/escrow'
import { keccak256 } from 'js-sha3'

/** A quarter of the time of viem's, which was a sixth of a new order's. */
export const keccak: Keccak = (bytes) => `0x${keccak256(bytes)}`
