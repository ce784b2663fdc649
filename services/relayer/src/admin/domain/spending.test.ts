import { describe, expect, it } from '@jest/globals'
import { type BalanceSample, hoursLeft, withSample } from './spending.ts'

const minute = 60_000
/** Samples with these balances, ten minutes apart. */
const samplesOf = (...balances: bigint[]): BalanceSample[] =>
  balances.map((balance, index) => ({ at: index * 10 * minute, balance }))

describe('hoursLeft', () => {
  it.each<[string, BalanceSample[], number | undefined]>([
    ['nothing is known', [], undefined],
    ['one sample', samplesOf(100n), undefined],
    ['nothing was spent', samplesOf(100n, 100n, 100n), undefined],
    ['ten of 90 in ten minutes', samplesOf(100n, 90n), 1.5],
    ['a tenth an hour', samplesOf(1_000n, 980n, 960n, 940n, 920n, 900n, 900n), 9],
    ['a refill on the way', samplesOf(100n, 90n, 1_090n, 1_080n), 27],
    ['all is spent', samplesOf(100n, 0n), 0],
    [
      'too little time',
      [
        { at: 0, balance: 100n },
        { at: 4 * minute, balance: 1n },
      ],
      undefined,
    ],
  ])('%s', (_name, samples, expected) => {
    expect(hoursLeft(samples)).toBe(expected)
  })
})

it('keeps the samples of an hour', () => {
  const all = Array.from({ length: 100 }, (_, index) => ({ at: index * minute, balance: 0n }))
  const kept = all.reduce<BalanceSample[]>(withSample, [])
  expect([kept[0]?.at, kept.at(-1)?.at]).toEqual([40 * minute, 99 * minute])
})
