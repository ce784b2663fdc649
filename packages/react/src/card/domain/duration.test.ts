import { describe, expect, it } from '@jest/globals'
import { durationText, relativeText } from './duration.ts'

describe('durationText', () => {
  it.each([
    [0, '0 s'],
    [-5, '0 s'],
    [59.6, '1 min'],
    [65, '1 min 5 s'],
    [3_600, '1 h'],
    [3_605, '1 h'],
    [93_784, '1 d 2 h'],
  ])('says %s seconds in its two largest units', (seconds, text) => {
    expect(durationText(seconds)).toBe(text)
  })
})

describe('relativeText', () => {
  it.each([
    [100, 100, 'now'],
    [40, 100, '1 min ago'],
    [7_300, 100, 'in 2 h'],
  ])('says %s seen from %s', (at, now, text) => {
    expect(relativeText(at, now)).toBe(text)
  })
})
