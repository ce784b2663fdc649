import { describe, expect, it } from '@jest/globals'
import { withinShares } from './share.ts'

const found = ['slow', 'slow', 'fast', 'slow', 'other'].map((host, nth) => ({ host, nth }))
const kept = (perHost: number, busy: [string, number][] = []) =>
  withinShares(found, { perHost, busyHosts: new Map(busy) }).map(({ nth }) => nth)

describe('withinShares', () => {
  it('keeps the first of each host, in their order', () => {
    expect(kept(2)).toEqual([0, 1, 2, 4])
  })

  it('counts what is under way', () => {
    expect(kept(2, [['slow', 1]])).toEqual([0, 2, 4])
    expect(kept(2, [['slow', 2]])).toEqual([2, 4])
    expect(kept(2, [['slow', 5]])).toEqual([2, 4])
  })
})
