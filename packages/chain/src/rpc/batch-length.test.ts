import { describe, expect, it } from '@jest/globals'
import { makeBatchLength } from './batch-length.ts'

describe('makeBatchLength', () => {
  let nowMs = 0
  const length = makeBatchLength(50, () => nowMs)

  it('is halved by each refusal, down to one', () => {
    const lengths = [50, 25, 12, 6, 3, 1, 1].map((asked) => {
      length.refused(asked)
      return length.current()
    })
    expect(lengths).toEqual([25, 12, 6, 3, 1, 1, 1])
  })

  it('doubles every ten seconds, up to where it began', () => {
    const lengths = [9_999, 10_000, 20_000, 30_000, 50_000, 60_000, 10 ** 9].map((after) => {
      nowMs = after
      return length.current()
    })
    expect(lengths).toEqual([1, 2, 4, 8, 32, 50, 50])
  })

  it('is halved anew where the endpoint refuses again, and never made longer by a refusal', () => {
    length.refused(10)
    expect(length.current()).toBe(5)
    length.refused(50)
    expect(length.current()).toBe(5)
  })
})
