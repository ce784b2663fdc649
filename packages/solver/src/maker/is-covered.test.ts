import { describe, expect, it } from '@jest/globals'
import type { EscrowTerms } from '@tandem/escrow'
import { isCovered } from './is-covered.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const terms = (amount: bigint): EscrowTerms => ({
  ...{ token: address('a'), creator: address('2'), recipient: address('1'), hopBridge: address('0') },
  ...{ amount, cancelAfter: 10, commitmentHash: '0xcc' },
})
const promised = {
  message: {
    ...{ source_chain_id: 1, destination_chain_id: 2, source_amount: '1000' },
    ...{ source_token: address('a'), destination_token: address('a'), initiate_by: 1, fill_by: 2 },
  },
  ...{ amount: 995n, deadlines: undefined, commitments: ['0xcc'] },
}

describe('isCovered', () => {
  it.each<[string, bigint, boolean]>([
    ['what was promised', 995n, true],
    ['less', 994n, true],
    ['more', 996n, false],
  ])('decides on %s', (_case, amount, expected) => {
    const escrows = {
      source: { chainId: 1, terms: terms(1_000n) },
      destination: { chainId: 2, terms: terms(amount) },
    }
    expect(isCovered(promised, { initiate_by: 1, fill_by: 2 }, escrows)).toBe(expected)
  })
})
