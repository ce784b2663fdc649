import { describe, expect, it } from '@jest/globals'
import { alikeFees, commonFees } from './common-fees.ts'

const said = (baseFeePerGas: bigint, ...recentTips: bigint[]) => ({ baseFeePerGas, recentTips })

describe('commonFees', () => {
  it.each([
    ['one endpoint', [said(10n, 1n, 2n, 3n)], said(10n, 1n, 2n, 3n)],
    ['one that asks for a tip of 400', [said(10n, 400n), said(10n, 2n)], said(10n, 2n)],
    ['one that says nothing of tips', [said(10n, 3n), said(11n)], said(11n)],
    ['one with a lower base fee', [said(1n, 3n), said(10n, 4n)], said(10n, 3n)],
    ['three, of which one asks for too much', [said(9_000n, 900n), said(10n, 2n), said(10n, 2n)], said(10n, 2n)],
    ['three, of which one asks for nothing', [said(0n, 0n), said(10n, 2n), said(10n, 2n)], said(10n, 2n)],
  ])('%s', (_name, all, expected) => {
    expect(commonFees(all)).toEqual(expected)
  })

  it('is nothing without an answer', () => {
    expect(() => commonFees([])).toThrow('no endpoint')
  })
})

describe('alikeFees', () => {
  const gwei = 10n ** 9n
  it.each<[string, bigint[], bigint[]]>([
    ['of endpoints a few blocks apart', [10n * gwei, 12n * gwei, 20n * gwei], [10n * gwei, 12n * gwei, 20n * gwei]],
    [
      'without one that asks for a thousand times as much',
      [10n * gwei, 10_000n * gwei, 11n * gwei],
      [10n * gwei, 11n * gwei],
    ],
    ['without one that asks for next to nothing', [1n, 10n * gwei, 11n * gwei], [10n * gwei, 11n * gwei]],
    ['where nothing costs much', [0n, 7n, 10n ** 8n], [0n, 7n, 10n ** 8n]],
    ['of two that contradict each other', [10n * gwei, 10_000n * gwei], [10n * gwei]],
    ['of nobody', [], []],
  ])('%s', (_what, bases, expected) => {
    expect(alikeFees(bases.map((base) => said(base))).map(({ baseFeePerGas }) => baseFeePerGas)).toEqual(expected)
  })
})
