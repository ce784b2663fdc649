import { describe, expect, it } from '@jest/globals'
import { wasLeftOut } from './was-left-out.ts'

describe('wasLeftOut', () => {
  it.each<[string, bigint | null, bigint, number, boolean]>([
    ['no block since', 100n, 100n, 12_000, false],
    ['two blocks of twelve seconds', 100n, 102n, 12_000, false],
    ['three blocks of twelve seconds', 100n, 103n, 12_000, true],
    ['fifteen blocks of a quarter of a second', 100n, 115n, 250, false],
    ['sixteen blocks of a quarter of a second', 100n, 116n, 250, true],
    ['a head that went back', 100n, 90n, 12_000, false],
    ['a row without a block', null, 3n, 12_000, true],
  ])('%s', (_name, signed, head, blockTimeMs, expected) => {
    expect(wasLeftOut(signed, head, blockTimeMs)).toBe(expected)
  })
})
