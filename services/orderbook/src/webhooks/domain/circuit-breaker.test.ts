import { describe, expect, it } from '@jest/globals'
import { afterFailure } from './circuit-breaker.ts'

const now = new Date('2026-11-29T12:00:00Z')
const secsAgo = (secs: number) => new Date(now.getTime() - secs * 1000)
const days = 86_400

describe('a failed attempt', () => {
  it.each([
    [1, null],
    [4, null],
    [5, 10],
    [6, 20],
    [7, 40],
    [10, 320],
    [11, 600],
    [12, 600],
    [5_000, 600],
  ])('number %d in a row pauses its webhook for %p s', (failures, secs) => {
    const pausedUntil = secs === null ? null : secsAgo(-secs)
    expect(afterFailure({ failures, failingSince: secsAgo(60) }, now)).toMatchObject({ pausedUntil })
  })

  it.each([
    ['the first', null, now, null],
    ['one within three days', secsAgo(3 * days), secsAgo(3 * days), null],
    ['one after three days without a success', secsAgo(3 * days + 1), secsAgo(3 * days + 1), now],
  ])('that is %s gives its webhook up or not', (_what, failingSince, since, disabledAt) => {
    expect(afterFailure({ failures: 1, failingSince }, now)).toMatchObject({ failingSince: since, disabledAt })
  })
})
