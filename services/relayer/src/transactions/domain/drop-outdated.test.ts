import { describe, expect, it } from '@jest/globals'
import { type Drawing, dropOutdated } from './drop-outdated.ts'

const drawing = (id: string, counted: string[] = [], account: string | undefined = 'dai'): Drawing => ({
  id,
  account,
  counted,
})
const from = (begun: Record<string, string[]>) => new Map(Object.entries(begun))

describe('dropOutdated', () => {
  it.each<[string, Drawing[], Record<string, string[]>, string[]]>([
    ['one alone', [drawing('a')], {}, ['a']],
    ['those that take from no account', [{ ...drawing('a'), account: undefined }, drawing('b')], {}, ['a', 'b']],
    ['one behind another that it counted', [drawing('b', ['a'])], { dai: ['a'] }, ['b']],
    ['not one behind another that began since', [drawing('b', ['a'])], { dai: ['a', 'c'] }, []],
    ['one beside another account', [drawing('b')], { usdc: ['a'] }, ['b']],
    ['one that has begun itself', [drawing('a')], { dai: ['a'] }, ['a']],
    ['two of which one counted the other, whichever asks first', [drawing('b', ['a']), drawing('a')], {}, ['b', 'a']],
    ['only the first of two that did not see each other', [drawing('b'), drawing('a')], {}, ['b']],
    [
      'a third that counted the one that goes, and not the one that does not',
      [drawing('a'), drawing('b'), drawing('c', ['a'])],
      {},
      ['a', 'c'],
    ],
    [
      'three of one decision, in whichever order they ask',
      [drawing('c', ['a', 'b']), drawing('a'), drawing('b', ['a'])],
      {},
      ['c', 'a', 'b'],
    ],
    // Each counted only one other, so an account that pays for two would have to pay for three.
    [
      'only two of three that counted each other in a circle',
      [drawing('a', ['c']), drawing('b', ['a']), drawing('c', ['b'])],
      {},
      ['a', 'b'],
    ],
    // The request c goes alone, before the batch of those that it counted.
    [
      'none of a batch behind one that was decided after them, and has begun',
      [drawing('a'), drawing('b', ['a'])],
      { dai: ['c'] },
      [],
    ],
  ])('%s', (_name, applicants, begun, expected) => {
    expect(dropOutdated(applicants, from(begun)).map(({ id }) => id)).toEqual(expected)
  })
})
