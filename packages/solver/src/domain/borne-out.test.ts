import { describe, expect, it } from '@jest/globals'
import { isBorneOut } from './borne-out.ts'

const two = { rows: 2, columns: 2 }
const [y, n] = [true, false]

describe('isBorneOut', () => {
  it.each<[string, boolean[][], boolean]>([
    [
      'all four pairs say it',
      [
        [y, y],
        [y, y],
      ],
      true,
    ],
    [
      'one of the other chain does not',
      [
        [y, n],
        [y, n],
      ],
      false,
    ],
    [
      'one of the one chain does not',
      [
        [y, y],
        [n, n],
      ],
      false,
    ],
    [
      'the second of both together do not: the first of both may lie',
      [
        [y, y],
        [y, n],
      ],
      false,
    ],
    [
      'none says it',
      [
        [n, n],
        [n, n],
      ],
      false,
    ],
    ['only one of a chain has answered', [[y, y]], false],
    [
      'two of three do, on each chain',
      [
        [n, n, n],
        [n, y, y],
        [n, y, y],
      ],
      true,
    ],
    [
      'two of three do, with other ones of the other chain',
      [
        [y, y, n],
        [n, y, y],
        [y, n, y],
      ],
      false,
    ],
  ])('%s', (_case, table, expected) => {
    expect(isBorneOut(table, two)).toBe(expected)
  })

  it('takes the word of one where a chain has one', () => {
    expect(isBorneOut([[y]], { rows: 1, columns: 1 })).toBe(true)
    expect(isBorneOut([[y, n]], { rows: 1, columns: 2 })).toBe(false)
    expect(isBorneOut([[y, y]], { rows: 1, columns: 2 })).toBe(true)
    expect(isBorneOut([[y], [n]], { rows: 2, columns: 1 })).toBe(false)
    expect(isBorneOut([[y], [y]], { rows: 2, columns: 1 })).toBe(true)
  })
})
