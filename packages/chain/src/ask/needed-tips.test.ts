import { describe, expect, it } from '@jest/globals'
import { neededTips } from './needed-tips.ts'

describe('neededTips', () => {
  it.each<[string, bigint[][], number[], bigint[]]>([
    ['a dear transfer in a block with plenty of room', [[100n, 100n]], [0.001], [0n]],
    ['an empty block', [[0n, 0n]], [0], [0n]],
    ['a block at its target', [[3n, 9n]], [0.5], [0n]],
    ['a block above its target, with room', [[3n, 9n]], [0.7], [3n]],
    ['a full block', [[3n, 9n]], [0.95], [9n]],
    ['a block whose use is not said', [[3n, 9n]], [], [9n]],
    ['an endpoint that knows one percentile', [[9n], [8n]], [0.7, 1], [9n, 8n]],
    ['an endpoint that says nothing of tips', [[], []], [1, 1], []],
  ])('of %s', (_what, rewards, ratios, expected) => {
    expect(neededTips(rewards, ratios)).toEqual(expected)
  })
})
