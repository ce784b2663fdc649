import { describe, expect, it } from '@jest/globals'
import { type Hex, hexToBytes, keccak256, toHex } from 'viem'
import { mayContain } from './logs-bloom.ts'

/** Builds the bloom filter of the Yellow Paper in the other direction: sets the bits of each value. */
function bloomOf(values: Hex[]): Hex {
  const bits = new Uint8Array(256)
  for (const value of values) {
    const hash = hexToBytes(keccak256(value))
    for (const index of [0, 2, 4]) {
      const bit = (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) % 2048
      const byte = 255 - Math.floor(bit / 8)
      bits[byte] = (bits[byte] ?? 0) | (1 << (bit % 8))
    }
  }
  return toHex(bits)
}

const address: Hex = '0x095e7baea6a6c7c4c2dfeb977efac326af552d87'

describe('mayContain', () => {
  it('finds every value that is in, and not one that is not', () => {
    const values: Hex[] = [address, `0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]
    const bloom = bloomOf(values)
    expect(values.every((value) => mayContain(bloom, value))).toBe(true)
    expect(mayContain(bloom, `0x${'03'.repeat(32)}`)).toBe(false)
  })

  it('finds nothing in an empty bloom', () => {
    expect(mayContain(`0x${'00'.repeat(256)}`, address)).toBe(false)
  })
})
