import { describe, expect, it } from '@jest/globals'
import { isBelieved, majorityOf } from '../belief/belief.ts'
import type { Answer } from '../belief/rules.ts'
import { commonBlock, maxApartOf } from './common-block.ts'

/**
 * Reads answers from a short notation: `.` is an endpoint that was not asked, `x` one that failed, and a number the
 * head that the endpoint names.
 */
const answersOf = (told: string): Answer<{ number: bigint }>[] =>
  told.split(' ').map((text) => {
    if (text === '.') return { state: 'idle' }
    if (text === 'x') return { state: 'failed', fault: 'other', reason: 'down' }
    return { state: 'said', value: { number: BigInt(text) } }
  })

describe('commonBlock', () => {
  it.each([
    ['100', 100n],
    ['100 100', 100n],
    ['100 99', 99n],
    ['100 90', 'disputed'],
    ['100 x', 'waiting'],
    ['100 100 .', 100n],
    ['100 99 .', 'open'],
    ['100 99 x', 99n],
    ['80 100 100', 100n],
    ['100 60 .', 'open'],
    ['100 60 100', 100n],
    ['60 100 98', 98n],
    ['1000 100 98', 98n],
    ['101 100 99', 100n],
    ['1000 100 x', 'disputed'],
    ['1000 60 100', 'disputed'],
  ])('of heads %s is %s', (told, expected) => {
    const answers = answersOf(told)
    const { isSettled, belief } = commonBlock(2n)({ answers, majority: majorityOf(answers.length) })
    expect(isSettled ? (isBelieved(belief) ? belief.value.number : belief.kind) : 'open').toBe(expected)
  })

  it('lets endpoints be three seconds apart, and never less than two blocks', () => {
    expect([250, 1_000, 2_000, 12_000].map(maxApartOf)).toEqual([12n, 3n, 2n, 2n])
  })
})
