import { describe, expect, it } from '@jest/globals'
import { inOrder } from './in-order.ts'

const log = (block: string, logIndex: number) =>
  ({ blockNumber: BigInt(block.slice(1)), blockHash: `0x${block}`, logIndex }) as const
/** A log of the same block under another block number, as only a lying endpoint tells it. */
const misplaced = (block: string, number: bigint, logIndex: number) => ({
  ...log(block, logIndex),
  blockNumber: number,
})

describe('inOrder', () => {
  it('leaves alone what is in order', () => {
    const logs = [log('a1', 0), log('a1', 2), log('a2', 0)]
    expect(inOrder(logs)).toEqual(logs)
  })

  it.each([
    ['comes twice', [log('a1', 0), log('a1', 0)], [log('a1', 0)]],
    ['comes late', [log('a2', 0), log('a1', 1)], [log('a1', 1), log('a2', 0)]],
    ['stands in two blocks', [log('a1', 0), misplaced('a1', 2n, 0)], [misplaced('a1', 2n, 0)]],
    [
      'stands in two blocks with one between',
      [log('a1', 0), log('a2', 0), misplaced('a1', 3n, 0)],
      [log('a2', 0), misplaced('a1', 3n, 0)],
    ],
    [
      'stands in two blocks, of which one has two hashes',
      [log('a1', 0), log('b1', 1), misplaced('a1', 2n, 0)],
      [log('b1', 1), misplaced('a1', 2n, 0)],
    ],
  ])('tells once, by its place, a log that %s', (_what, given, expected) => {
    expect(inOrder(given)).toEqual(expected)
  })
})
