import { describe, expect, it } from '@jest/globals'
import { isBelieved, majorityOf } from './belief.ts'
import { type Answer, highestReachedRule, isSameContent, majorityRule, type Rule } from './rules.ts'

/**
 * Reads answers from a short notation: `.` is an endpoint that was not asked, `?` one that was asked, `x` one that
 * failed, and anything else is what the endpoint said.
 */
const answersOf = <T>(told: string, readOne: (text: string) => T): Answer<T>[] =>
  told.split(' ').map((text) => {
    if (text === '.') return { state: 'idle' }
    if (text === '?') return { state: 'asked' }
    if (text === 'x') return { state: 'failed', fault: 'other', reason: 'down' }
    return { state: 'said', value: readOne(text) }
  })

function outcomeOf<T>(rule: Rule<T>, answers: Answer<T>[]): string {
  const { isSettled, belief, against } = rule({ answers, majority: majorityOf(answers.length) })
  if (!isSettled) return 'open'
  if (!isBelieved(belief)) return belief.kind
  return [belief.kind, String(belief.value), ...(against.length > 0 ? [`against ${against.join(',')}`] : [])].join(' ')
}

describe('majorityOf', () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 3],
  ])('of %i endpoints is %i', (endpoints, majority) => {
    expect(majorityOf(endpoints)).toBe(majority)
  })
})

describe('majorityRule', () => {
  it.each([
    ['a', 'single a'],
    ['x', 'waiting'],
    ['?', 'open'],
    ['a a', 'agreed a'],
    ['a b', 'disputed'],
    ['a x', 'waiting'],
    ['a ?', 'open'],
    ['a a .', 'agreed a'],
    ['a b .', 'open'],
    ['a b a', 'agreed a against 1'],
    ['b a a', 'agreed a against 0'],
    ['a b c', 'disputed'],
    ['a x ?', 'open'],
    ['a x x', 'waiting'],
    ['a b x', 'disputed'],
    ['a b ? ? .', 'open'],
    ['a b c d a', 'disputed'],
    ['a b a b a', 'agreed a against 1,3'],
  ])('takes %s for %s', (told, outcome) => {
    expect(outcomeOf(majorityRule<string>(), answersOf(told, String))).toBe(outcome)
  })
})

describe('highestReachedRule', () => {
  it.each([
    ['7', 'single 7'],
    ['5 5', 'agreed 5'],
    ['9 5', 'agreed 5'],
    ['5 x', 'waiting'],
    ['5 5 .', 'agreed 5'],
    ['5 4 .', 'open'],
    ['5 4 x', 'agreed 4'],
    ['99 5 5', 'agreed 5'],
    ['0 5 5', 'agreed 5'],
    ['0 5 ?', 'open'],
    ['0 x x', 'waiting'],
    ['99 99 1 2 3', 'agreed 3'],
  ])('takes %s for %s', (told, outcome) => {
    expect(outcomeOf(highestReachedRule, answersOf(told, BigInt))).toBe(outcome)
  })
})

describe('isSameContent', () => {
  it.each([
    [{ a: 1, b: ['x'] }, { b: ['x'], a: 1 }, true],
    [{ a: '1' }, { a: 1 }, false],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [[], {}, false],
    [null, {}, false],
    [undefined, undefined, true],
  ])('of %j and %j', (one, other, isSame) => {
    expect(isSameContent(one, other)).toBe(isSame)
  })
})
