import { describe, expect, it } from '@jest/globals'
import { requireClock } from './require-clock.ts'

describe('requireClock', () => {
  it.each([
    ['the same time', 10_000, undefined],
    ['15 minutes ahead', 10_900, undefined],
    ['15 minutes behind', 9_100, undefined],
    ['a second more ahead', 10_901, '901 s ahead of'],
    ['a second more behind', 9_099, '901 s behind'],
  ])('%s', (_name, own, words) => {
    const check = () => requireClock('a', 10_000, own)
    if (words === undefined) expect(check).not.toThrow()
    else expect(check).toThrow(`the clock of this device is ${words} the newest block of a`)
  })
})
