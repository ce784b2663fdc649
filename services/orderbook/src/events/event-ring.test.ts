import { describe, expect, it } from '@jest/globals'
import { type Frame, makeEventRing } from './event-ring.ts'

const frame = (seq: number, size = 10): Frame => ({ seq, orderId: 'x', bytes: Buffer.alloc(size), isLast: false })
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => frame(from + index))
const seqs = (frames: readonly Frame[] | undefined) => frames?.map(({ seq }) => seq)

describe('makeEventRing', () => {
  it('answers what follows a position that it reaches back to, and nothing for an older one', () => {
    const ring = makeEventRing({ frames: 4, bytes: 1_000 })
    expect(ring.after(0, 10)).toBeUndefined()
    ring.push(range(5, 12))
    expect(seqs(ring.after(8, 10))).toEqual([9, 10, 11, 12])
    expect(seqs(ring.after(9, 2))).toEqual([10, 11])
    expect(seqs(ring.after(12, 10))).toEqual([])
    expect(ring.after(7, 10)).toBeUndefined()
    expect(ring.after(13, 10)).toBeUndefined()
  })

  it('holds no more than its limits over a long run', () => {
    const ring = makeEventRing({ frames: 3, bytes: 1_000 })
    for (let seq = 1; seq <= 100; seq += 1) ring.push([frame(seq)])
    expect(seqs(ring.after(97, 10))).toEqual([98, 99, 100])
    expect(ring.after(96, 10)).toBeUndefined()
  })

  it('lets the oldest go when the frames are large', () => {
    const ring = makeEventRing({ frames: 100, bytes: 25 })
    ring.push(range(1, 3))
    expect(ring.after(0, 10)).toBeUndefined()
    expect(seqs(ring.after(1, 10))).toEqual([2, 3])
  })

  it('starts anew at a gap, and when it is cleared', () => {
    const ring = makeEventRing({ frames: 10, bytes: 1_000 })
    ring.push(range(1, 3))
    ring.push(range(7, 8))
    expect(ring.after(2, 10)).toBeUndefined()
    expect(seqs(ring.after(6, 10))).toEqual([7, 8])
    ring.clear()
    expect(ring.after(7, 10)).toBeUndefined()
  })
})
