import { describe, expect, it } from '@jest/globals'
import { visibilityOf } from './visibility.ts'

const facts = { revealedAt: 1_000_000, nowMs: 1_000_000, secsLeft: 3600, claimSafetySecs: 600, privateForMs: 60_000 }

describe('visibilityOf', () => {
  it.each([
    ['revealed just now', {}, 'private'],
    ['not mined for almost as long as it is given', { nowMs: 1_059_999 }, 'private'],
    ['not mined for as long', { nowMs: 1_060_000 }, 'public'],
    ['twice the margin left', { secsLeft: 1200 }, 'private'],
    ['less than twice the margin left', { secsLeft: 1199 }, 'public'],
    ['the private endpoint is given no time', { privateForMs: 0 }, 'public'],
  ] as const)('%s: %s', (_name, over, expected) => {
    expect(visibilityOf({ ...facts, ...over })).toBe(expected)
  })
})
