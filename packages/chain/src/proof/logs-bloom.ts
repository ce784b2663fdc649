import { bytesToHex, type Hex, hexToBytes, keccak256 } from 'viem'

/** Whether a bloom filter may contain a value (Yellow Paper §4.3.1). "No" is certain; "yes" is not. */
export function mayContain(bloom: Hex, value: Hex): boolean {
  // The last digit holds bits 0 to 3.
  return bitsOf(value).every(
    (bit) => (Number.parseInt(bloom[bloom.length - 1 - (bit >> 2)] ?? '0', 16) >> (bit & 3)) & 1,
  )
}

const known = new Map<Hex, readonly number[]>()
const maxKnown = 1_000

function bitsOf(value: Hex): readonly number[] {
  const found = known.get(value)
  if (found !== undefined) return found
  const hash = hexToBytes(keccak256(value))
  const bits = [0, 2, 4].map((index) => (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & 0x7ff)
  if (known.size >= maxKnown) known.clear()
  known.set(value, bits)
  return bits
}

/** The bloom filter of some values. */
export function bloomOf(values: readonly Hex[]): Hex {
  const bytes = new Uint8Array(256)
  for (const bit of values.flatMap(bitsOf)) bytes[255 - (bit >> 3)] = (bytes[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7))
  return bytesToHex(bytes)
}
