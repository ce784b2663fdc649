import { describe, expect, it } from '@jest/globals'
import { makeFreshness } from './read-replica.ts'

describe('the freshness of a replica', () => {
  const having = (...seen: [replayed: bigint | undefined, written: bigint, at: number][]) => {
    const freshness = makeFreshness(1_000)
    for (const [replayed, written, at] of seen) freshness.saw({ replayed, written }, at)
    return freshness
  }

  it.each<[string, [bigint | undefined, bigint, number][], number, boolean]>([
    ['that was not asked yet', [], 0, false],
    ['that has all that the primary had', [[5n, 5n, 0]], 1_000, true],
    ['that was last asked too long ago', [[5n, 5n, 0]], 1_001, false],
    [
      'that has what the primary had a moment ago',
      [
        [5n, 5n, 0],
        [5n, 9n, 500],
      ],
      1_000,
      true,
    ],
    [
      'that stands still while the primary goes on',
      [
        [5n, 5n, 0],
        [5n, 9n, 500],
        [5n, 12n, 1_000],
      ],
      1_001,
      false,
    ],
    [
      'that catches up',
      [
        [5n, 9n, 0],
        [5n, 12n, 500],
        [9n, 15n, 900],
      ],
      1_000,
      true,
    ],
    [
      'that has caught up with what is too old',
      [
        [5n, 9n, 0],
        [9n, 15n, 900],
      ],
      1_001,
      false,
    ],
    [
      'that is no standby any more',
      [
        [5n, 5n, 0],
        [undefined, 6n, 100],
      ],
      100,
      false,
    ],
    [
      'that is ahead of the primary, whose past is another one',
      [
        [5n, 5n, 0],
        [7n, 6n, 100],
      ],
      100,
      false,
    ],
  ])('%s', (_name, seen, now, isFresh) => {
    expect(having(...seen).isFresh(now)).toBe(isFresh)
  })

  it('is lost with a statement that failed, until it is asked again', () => {
    const freshness = having([5n, 5n, 0])
    freshness.forget()
    expect(freshness.isFresh(0)).toBe(false)
    freshness.saw({ replayed: 5n, written: 5n }, 500)
    expect(freshness.isFresh(500)).toBe(true)
  })
})
