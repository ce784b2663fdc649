import { describe, expect, it } from '@jest/globals'
import { coverageOf, type NotCovered, type Pull, type Purse } from './coverage.ts'

const pull = (id: string, over: Partial<Pull> = {}): Pull => ({
  id,
  amount: 100n,
  by: 'authorization',
  isInFlight: false,
  reverts: 0,
  createdAt: new Date(Number.parseInt(id, 36)),
  ...over,
})
const rich: Purse = { balance: 1_000n, registry: 1_000n, permit2: 1_000n }
const inFlight = { isInFlight: true }

describe('coverageOf', () => {
  it.each<[string, Pull[], Partial<Purse>, Record<string, NotCovered | undefined>]>([
    ['one alone', [pull('a')], { balance: 100n }, { a: undefined }],
    [
      'one that lacks a unit by itself: its simulation says so',
      [pull('a'), pull('b')],
      { balance: 99n },
      { b: undefined },
    ],
    ['the same in flight', [pull('a', inFlight)], { balance: 99n }, { a: 'balance_in_use' }],
    [
      'the oldest of three for one balance',
      [pull('c'), pull('a'), pull('b')],
      { balance: 100n },
      { a: undefined, b: 'balance_in_use', c: 'balance_in_use' },
    ],
    [
      'as many as the balance covers',
      [pull('a'), pull('b'), pull('c')],
      { balance: 299n },
      { a: undefined, b: undefined, c: 'balance_in_use' },
    ],
    [
      'what is in flight before what is older',
      [pull('a'), pull('b', inFlight)],
      { balance: 100n },
      { a: 'balance_in_use', b: undefined },
    ],
    [
      'nothing new while more is in flight than is there',
      [pull('a', inFlight), pull('b', inFlight), pull('c', { amount: 1n })],
      { balance: 150n },
      { a: undefined, b: 'balance_in_use', c: 'balance_in_use' },
    ],
    [
      'a small one behind a large one that is not covered by itself',
      [pull('a', { amount: 500n }), pull('b')],
      { balance: 100n },
      { a: undefined, b: undefined },
    ],
    [
      'one that never failed before one that did',
      [pull('a', { reverts: 1 }), pull('b')],
      { balance: 100n },
      { a: 'balance_in_use', b: undefined },
    ],
    [
      'one allowance to the registry',
      [pull('a', { by: 'allowance' }), pull('b', { by: 'allowance' }), pull('c')],
      { registry: 199n },
      { a: undefined, b: 'allowance_in_use', c: undefined },
    ],
    [
      'one allowance to Permit2',
      [pull('a', { by: 'permit2' }), pull('b', { by: 'permit2' }), pull('c', { by: 'allowance' })],
      { permit2: 100n },
      { a: undefined, b: 'allowance_in_use', c: undefined },
    ],
    ['a permit, which needs no allowance', [pull('a', { by: 'permit' })], { registry: 0n }, { a: undefined }],
    [
      'a permit, which replaces the allowance of others',
      [pull('a', { by: 'allowance' }), pull('b', { by: 'permit' })],
      {},
      { a: undefined, b: 'allowance_in_use' },
    ],
    [
      'the allowance that a permit will leave',
      [pull('a', { by: 'permit', ...inFlight }), pull('b', { by: 'allowance' })],
      {},
      { b: 'allowance_in_use' },
    ],
    ['one that is not in the list', [pull('a')], {}, { b: 'balance_in_use' }],
  ])('%s', (_name, pulls, purse, expected) => {
    const told = Object.keys(expected).map((id) => [id, coverageOf(id, pulls, { ...rich, ...purse }).lacks])
    expect(Object.fromEntries(told)).toEqual(expected)
  })

  it.each<[string, Pull[], Partial<Purse>, string, string[]]>([
    ['those that come first', [pull('a'), pull('b'), pull('c'), pull('d')], {}, 'c', ['a', 'b']],
    ['what is in flight, however young', [pull('a'), pull('b', inFlight)], {}, 'a', ['b']],
    ['none that does not fit itself', [pull('a', { amount: 2_000n }), pull('b')], {}, 'b', []],
  ])('counts %s', (_name, pulls, purse, id, expected) => {
    expect(coverageOf(id, pulls, { ...rich, ...purse }).counted).toEqual(expected)
  })
})
