import { describe, expect, it } from '@jest/globals'
import { isTooDeep } from './json-depth.ts'

describe('isTooDeep', () => {
  const long = 'x'.repeat(70_000)
  it.each([
    ['9 MB of brackets', '['.repeat(9_000_000), true],
    ['objects in each other', '{"a":'.repeat(70_000), true],
    ['a long flat list', `[${Array(20_000).fill('{"a":[1]}').join(',')}]`, false],
    ['brackets in a text', `["${'['.repeat(80_000)}"]`, false],
    ['a text that ends with an escaped quote', `["${long}\\"${'['.repeat(100)}"]`, false],
    ['a text that ends with an escaped backslash', `["${long}\\\\"${',['.repeat(100)}`, true],
    ['a short text, however deep', '['.repeat(1_000), false],
  ])('of %s', (_what, text, expected) => {
    expect(isTooDeep(text)).toBe(expected)
  })

  it.each([
    [64, false],
    [65, true],
  ])('of a short text with %i levels, where no length is fine', (levels, expected) => {
    expect(isTooDeep('['.repeat(levels) + ']'.repeat(levels), 0)).toBe(expected)
  })
})
