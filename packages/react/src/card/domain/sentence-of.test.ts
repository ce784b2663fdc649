import { expect, it } from '@jest/globals'
import { sentenceOf } from './sentence-of.ts'

it.each([
  ['no answer came', 'No answer came.'],
  ['The maker is late.', 'The maker is late.'],
])('makes a sentence of %j', (message, sentence) => {
  expect(sentenceOf({ message }, () => 'then')).toBe(sentence)
})
