import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { bytesToHex, keccak256 } from 'viem'
import { keccak } from './keccak.ts'

it("hashes as viem does, also at the edges of the function's blocks", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 600 }),
    fc.integer({ min: -2, max: 2 }).chain((off) => fc.uint8Array({ minLength: 136 + off, maxLength: 136 + off })),
  )
  fc.assert(
    fc.property(bytes, (given) => {
      const expected = keccak256(given)
      expect([keccak(given), keccak(bytesToHex(given))]).toEqual([expected, expected])
    }),
    { numRuns: 500 },
  )
})

it.each(['0xzz', '0x0', '0x12zz', '0x 12'] as const)('refuses %s', (data) => {
  expect(() => keccak(data)).toThrow('is no hex')
})
