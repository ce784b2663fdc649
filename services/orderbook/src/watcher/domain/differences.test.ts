import { describe, expect, it } from '@jest/globals'
import { differencesOf } from './differences.ts'

const at = (secs: number) => new Date(secs * 1000)

describe('differencesOf', () => {
  it.each([
    ['equal values of other types', { seq: 5n, at: at(7), none: null }, { seq: 5, at: at(7), none: null }, []],
    ['an absent value and null', {}, { none: null }, []],
    ['a number', { seq: 4n }, { seq: 5 }, [{ name: 'seq', stored: 4, expected: 5 }]],
    [
      'a time',
      { at: at(6) },
      { at: at(7) },
      [{ name: 'at', stored: at(6).toISOString(), expected: at(7).toISOString() }],
    ],
    ['a value that is gone', { hash: null }, { hash: '0x1' }, [{ name: 'hash', stored: null, expected: '0x1' }]],
    ['a field that nobody expects', { more: 1 }, {}, []],
  ])('finds %s', (_what, stored, expected, found) => {
    expect(differencesOf(stored, expected)).toEqual(found)
  })

  it('goes by the names of the fields', () => {
    expect(differencesOf({}, { b: 1, a: 1 }).map(({ name }) => name)).toEqual(['a', 'b'])
  })
})
