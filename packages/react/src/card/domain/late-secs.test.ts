import { describe, expect, it } from '@jest/globals'
import { lateSecs } from './late-secs.ts'

describe('lateSecs', () => {
  it.each([
    ['a fast chain that is not late yet', 1_000, 15, 0],
    ['a fast chain that has stopped', 1_000, 16, 16],
    ['a slow chain within ten of its blocks', 12_000, 120, 0],
    ['a slow chain that has stopped', 12_000, 121, 121],
    ['a chain whose clock is ahead of the browser', 1_000, -30, 0],
  ])('tells the age of %s', (_name, blockTimeMs, age, expected) => {
    expect(lateSecs({ blockAt: 1_000 - age, blockTimeMs }, 1_000)).toBe(expected)
  })
})
