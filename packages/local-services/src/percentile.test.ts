import { expect, test } from '@jest/globals'
import { percentile } from './percentile.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test.each([
  [hundred, 0, 1],
  [hundred, 0.5, 50],
  [hundred, 0.99, 99],
  [hundred, 1, 100],
  [[10, 9], 0.5, 9],
  [[7], 0.99, 7],
])('of %j, the percentile %d is %d', (numbers, part, expected) => {
  expect(percentile(numbers, part)).toBe(expected)
})

test('no numbers have no percentile', () => {
  expect(percentile([], 0.5)).toBeNaN()
})
