import { describe, expect, it } from '@jest/globals'
import { readable } from './readable.ts'

const hours = (at: Date) => `${at.getUTCHours()} o’clock`

describe('readable', () => {
  it.each([
    ['Until 2026-11-24T12:35:48.000Z, then 2026-11-24T13:00:00Z.', 'Until 12 o’clock, then 13 o’clock.'],
    ['The solver pays; the market maker is paid.', 'The maker pays; the maker is paid.'],
    [`Send to 0x${'ab'.repeat(20)}.`, 'Send to 0xabab…abab.'],
    [`Hash 0x${'ab'.repeat(32)} stays.`, `Hash 0x${'ab'.repeat(32)} stays.`],
  ])('says %s', (sentence, expected) => {
    expect(readable(sentence, hours)).toBe(expected)
  })
})
