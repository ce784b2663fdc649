import { describe, expect, it } from '@jest/globals'
import { type AskedCharge, nameOfWork, type Taken, takeCharges } from './take-charges.ts'

const limits = { address: 50n, total: 100n }
const charge = (orderId: string, over: Partial<AskedCharge> = {}): AskedCharge => ({
  orderId,
  kind: 'claim',
  day: '2026-11-22',
  chain: 'base',
  purpose: 'claims',
  address: '0xA',
  wei: 10n,
  limits,
  isForced: false,
  ...over,
})
const total = (wei: bigint) => ({ '2026-11-22 base claims total ': wei })
const ofA = (wei: bigint) => ({ '2026-11-22 base claims address 0xA': wei })

describe('takeCharges', () => {
  it.each<[string, AskedCharge[], Record<string, bigint>, string[], Taken[]]>([
    ['takes what fits, to the wei', [charge('a')], { ...total(90n), ...ofA(40n) }, [], ['taken']],
    ['names the total that is full', [charge('a')], total(91n), [], ['total']],
    [
      'names the address that is full, before the total',
      [charge('a')],
      { ...total(91n), ...ofA(41n) },
      [],
      ['address'],
    ],
    ['counts what was taken in the same turn', [charge('a'), charge('b')], ofA(40n), [], ['taken', 'address']],
    [
      'lets one that is refused stand in nobody’s way',
      [charge('a', { wei: 95n }), charge('b', { address: '0xB' })],
      {},
      [],
      ['address', 'taken'],
    ],
    ['charges work once', [charge('a'), charge('a')], {}, [], ['taken', 'known']],
    ['charges no work again whose charge is open', [charge('a')], total(100n), ['a claim'], ['known']],
    [
      'charges each kind of work of an order',
      [charge('a'), charge('a', { kind: 'initiation' })],
      {},
      [],
      ['taken', 'taken'],
    ],
    [
      'takes what is forced, and counts it',
      [charge('a', { isForced: true }), charge('b', { address: '0xB' })],
      total(100n),
      [],
      ['taken', 'total'],
    ],
    [
      'limits nothing without a limit',
      [charge('a', { limits: { address: null, total: null } })],
      total(10n ** 30n),
      [],
      ['taken'],
    ],
    ['has a budget for each chain and purpose', [charge('a', { chain: 'optimism' })], total(100n), [], ['taken']],
  ])('%s', (_name, asked, used, known, expected) => {
    expect(takeCharges(asked, new Map(Object.entries(used)), new Set(known))).toEqual(expected)
  })
  it('names work by its order and its kind', () => {
    expect(nameOfWork({ orderId: 'a', kind: 'claim' })).toBe('a claim')
  })
})
