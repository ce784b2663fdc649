import { describe, expect, it } from '@jest/globals'
import type { WorkRequest } from '../../work/domain/work.ts'
import { revealableUntil } from './reveal-fence.ts'

const at = (seconds: number) => new Date(seconds * 1_000)
const claim = (leasedUntil: Date | null, cancelAfter: number) =>
  ({ leasedUntil, work: { kind: 'claim', destination: { terms: { cancelAfter } } } }) as unknown as WorkRequest
type Fill = { cancelAfter: number; windowSecs: number; fillBy?: number | null; initiateBy?: number | null }
const initiation = (leasedUntil: Date, destination?: Fill, type = 'signed') =>
  ({ leasedUntil, work: { kind: 'initiation', destination, how: { type } } }) as unknown as WorkRequest
const fill = (over: Partial<Fill>) => ({ cancelAfter: 1_000, windowSecs: 55, fillBy: null, initiateBy: null, ...over })

describe('revealableUntil', () => {
  it.each<[string, WorkRequest[], Date]>([
    ['the end of the lease', [claim(at(100), 1_000)], at(100)],
    ['the safety before the deadline, when that is earlier', [claim(at(100), 150)], at(90)],
    ['the earliest of a batch', [claim(at(100), 1_000), claim(at(99), 1_000), claim(at(101), 1_000)], at(99)],
    ['never, when one was not leased', [claim(at(100), 1_000), claim(null, 1_000)], at(0)],
    ['the end of the lease, of what holds no secret', [initiation(at(100))], at(100)],
    [
      'the time that the destination needs, when that begins earlier',
      [initiation(at(100)), initiation(at(100), { cancelAfter: 150, windowSecs: 55 })],
      at(95),
    ],
    ['the time to fill, when it ends earlier', [initiation(at(100), fill({ fillBy: 90 }), 'prefunded')], at(90)],
    [
      'the time in which the maker is bound, when it ends earlier',
      [initiation(at(100), fill({ fillBy: 90, initiateBy: 80 }))],
      at(80),
    ],
    ['never that time for a prefund', [initiation(at(100), fill({ initiateBy: 80 }), 'prefunded')], at(100)],
    ['the end of the lease, with more time', [initiation(at(100), { cancelAfter: 150, windowSecs: 45 })], at(100)],
  ])('%s', (_name, requests, expected) => {
    expect(revealableUntil(requests, 60)).toEqual(expected)
  })
})
