import { describe, expect, it } from '@jest/globals'
import { eligibleSigner, type SignerLoad, whyNoSigner } from './eligible-signer.ts'
import type { ReasonCode } from './reasons.ts'

const load = (signer: string, over: Partial<SignerLoad>): SignerLoad => ({
  ...{ signer: signer as SignerLoad['signer'], balance: 10n, minedNonce: 0n, reserved: 0n, queued: 0, isStuck: false },
  ...over,
})

describe('eligibleSigner', () => {
  it.each<[string, SignerLoad[], string | undefined]>([
    ['no signer', [], undefined],
    ['the one with the shorter queue', [load('0xa', { queued: 2 }), load('0xb', { queued: 1 })], '0xb'],
    ['the richer one of two that do nothing', [load('0xa', {}), load('0xb', { balance: 11n })], '0xb'],
    [
      'never a stuck one, however rich',
      [load('0xa', { isStuck: true, balance: 99n }), load('0xb', { queued: 9 })],
      '0xb',
    ],
    ['none with its money reserved', [load('0xa', { reserved: 6n }), load('0xb', { queued: 9 })], '0xb'],
    ['one with just enough left', [load('0xa', { reserved: 5n })], '0xa'],
    ['none when all are stuck', [load('0xa', { isStuck: true })], undefined],
  ])('%s', (_name, loads, expected) => {
    expect(eligibleSigner(loads, 5n)?.signer).toBe(expected)
  })
})

describe('whyNoSigner', () => {
  it.each<[SignerLoad[], ReasonCode]>([
    [[], 'signers_unknown'],
    [[load('0xa', { isStuck: true })], 'signers_stuck'],
    [[load('0xa', { reserved: 6n })], 'gas_money_reserved'],
    [[load('0xa', { balance: 4n }), load('0xb', { isStuck: true })], 'no_gas_money'],
  ])('%#: %s', (loads, expected) => {
    expect(whyNoSigner(loads, 5n)).toBe(expected)
  })
})
