import { type Hex, hexToBytes, keccak256 } from 'viem'

/**
 * Whether a block's bloom filter may hold this address or topic (Yellow Paper §4.3.1: three bits of the keccak hash).
 * "No" is certain; "yes" is not.
 */
export function mayContain(bloom: Hex, value: Hex): boolean {
  const bits = hexToBytes(bloom)
  const hash = hexToBytes(keccak256(value))
  return [0, 2, 4].every((index) => {
    const bit = (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & 0x7ff
    return ((bits[bits.length - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0
  })
}
