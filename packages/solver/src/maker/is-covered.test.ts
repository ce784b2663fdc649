import { describe, expect, it } from '@jest/globals'
import type { EscrowTerms } from '@tandem/escrow'
import { isCovered } from './is-covered.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const terms = (amount: bigint, recipient = address('1')): EscrowTerms => ({
  ...{ token: address('a'), creator: address('2'), recipient, hopBridge: address('0') },
  ...{ amount, cancelAfter: 10, commitmentHash: '0xcc' },
})
const promised = {
  message: {
    ...{ source_chain_id: 1, destination_chain_id: 2, source_amount: '1000' },
    ...{ source_token: address('a'), destination_token: address('a'), initiate_by: 1, fill_by: 2 },
    ...{ integrator: address('7'), integrator_fee: '5' },
  },
  ...{ amount: 995n, deadlines: undefined, commitments: ['0xcc'] },
}

describe('isCovered', () => {
  it.each<[string, bigint, EscrowTerms | undefined, boolean]>([
    ['what was promised', 990n, terms(5n, address('7')), true],
    ['no fee', 990n, undefined, true],
    ['a fee for another', 990n, terms(5n, address('8')), false],
    ['a larger fee', 989n, terms(6n, address('7')), false],
    ['more in all', 991n, terms(5n, address('7')), false],
  ])('judges %s', (_case, amount, integrator, expected) => {
    const escrows = {
      source: { chainId: 1, terms: terms(1_000n) },
      destination: { chainId: 2, terms: terms(amount) },
      ...(integrator && { integrator }),
    }
    expect(isCovered(promised, { initiate_by: 1, fill_by: 2 }, escrows)).toBe(expected)
  })
})
