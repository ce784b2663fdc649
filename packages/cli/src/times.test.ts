import { describe, expect, it } from '@jest/globals'
import { formatTime } from './times.ts'

const now = Date.parse('2026-11-28T20:00:00Z') / 1000

describe('formatTime', () => {
  it.each([
    [now, '2026-11-28T20:00:00Z, in 0 s'],
    [now + 59, '2026-11-28T20:00:59Z, in 59 s'],
    [now + 720, '2026-11-28T20:12:00Z, in 12 min'],
    [now + 3900, '2026-11-28T21:05:00Z, in 1 h 5 min'],
    [now - 90_000, '2026-11-27T19:00:00Z, 1 d 1 h ago'],
    [Number.MAX_SAFE_INTEGER, `${Number.MAX_SAFE_INTEGER} s after 1970`],
  ])('%s', (at, words) => {
    expect(formatTime(at, now)).toBe(words)
  })
})
