import { describe, expect, it } from '@jest/globals'
import { agreedCount, isAnyPast, isNext, type NonceCounts, unusedFrom } from './nonce-counts.ts'

describe('counts of used nonces', () => {
  it.each<[string, NonceCounts, number, { agreed?: bigint; unused?: bigint }]>([
    ['one endpoint', [7n], 1, { agreed: 7n, unused: 7n }],
    ['two that agree', [7n, 7n], 2, { agreed: 7n, unused: 7n }],
    ['the first says far too many', [1_000_001n, 7n], 2, { agreed: 7n, unused: 1_000_001n }],
    ['the second says none', [7n, 0n], 2, { agreed: 0n, unused: 7n }],
    ['three, of which one says far too many', [7n, 9_000n, 7n], 2, { agreed: 7n, unused: 7n }],
    ['three, of which one says none', [0n, 7n, 7n], 2, { agreed: 7n, unused: 7n }],
    ['one of two does not answer', [undefined, 7n], 2, {}],
    ['none answers', [undefined, undefined], 2, {}],
  ])('%s', (_name, counts, majority, { agreed, unused }) => {
    expect(agreedCount(counts, majority)).toBe(agreed)
    expect(unusedFrom(counts, majority)).toBe(unused)
  })

  it('are past a nonce, or at it, when one of them is', () => {
    expect(isAnyPast([7n, 0n, undefined], 6n)).toBe(true)
    expect(isAnyPast([6n, 0n], 6n)).toBe(false)
    expect(isNext([1_000_001n, 6n], 6n)).toBe(true)
    expect(isNext([1_000_001n, 6n], 7n)).toBe(false)
  })
})
