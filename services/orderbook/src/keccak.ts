import type { Keccak } from '@tandem/escrow'
import { keccak256 } from 'js-sha3'
import type { Hex } from 'viem'

/**
 * A Keccak-256 that takes a quarter of the time of viem's, which was a sixth of the work on a new
 * order.
 */
export const keccak: Keccak = (data) => `0x${keccak256(typeof data === 'string' ? bytesOf(data) : data)}`

/** @throws Error when the text is not whole bytes in hex. */
function bytesOf(hex: Hex): Uint8Array {
  const bytes = Buffer.from(hex.slice(2), 'hex')
  if (2 + bytes.length * 2 !== hex.length) throw new Error(`${hex} is no hex`)
  return bytes
}
