import { describe, expect, it } from '@jest/globals'
import { makeTurns } from './turns.ts'

describe('turns', () => {
  it('go to so many at once, and to the others in their order', () => {
    const begun: string[] = []
    const turns = makeTurns(2)
    const ends = ['a', 'b', 'c', 'd'].map((name) => turns.take(() => begun.push(name)))
    expect(begun).toEqual(['a', 'b'])
    ends[0]?.()
    ends[0]?.()
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('are not waited for by a caller that ended meanwhile', () => {
    const begun: string[] = []
    const turns = makeTurns(1)
    const ends = ['a', 'b', 'c'].map((name) => turns.take(() => begun.push(name)))
    ends[1]?.()
    ends[0]?.()
    expect(begun).toEqual(['a', 'c'])
  })
})
