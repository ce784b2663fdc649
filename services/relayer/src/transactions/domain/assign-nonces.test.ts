import { describe, expect, it } from '@jest/globals'
import type { Address } from 'viem'
import { type Applicant, assignNonces, nextNonce, type SignerRow } from './assign-nonces.ts'

const [one, other]: Address[] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const applicant = (id: string, over: Partial<Applicant> = {}): Applicant => ({
  id,
  chain: 'base',
  signer: one as Address,
  together: id,
  least: 1,
  reserve: 10n,
  balance: 100n,
  mined: 0n,
  ...over,
})
const row = (over: Partial<SignerRow> = {}): SignerRow => ({
  chain: 'base',
  address: one as Address,
  next: 5n,
  reserved: 0n,
  ...over,
})
/** Each nonce with its members, and the counters afterwards. */
function assigned(applicants: Applicant[], signers = [row()]) {
  const { nonces, counters } = assignNonces(applicants, signers)
  return [nonces.map(({ nonce, members }) => `${nonce}: ${members.join()}`), counters.map(({ next }) => next)]
}

describe('nextNonce', () => {
  it.each<[string, bigint, bigint, bigint]>([
    ['goes on from what was given', 7n, 3n, 7n],
    ['is never a mined one', 7n, 9n, 9n],
    ['follows another user of the key as far as one may come', 7n, 71n, 71n],
    ['does not follow a wrong answer', 7n, 72n, 7n],
  ])('%s', (_name, stored, mined, expected) => {
    expect(nextNonce(stored, mined)).toBe(expected)
  })
})

describe('assignNonces', () => {
  it.each<[string, Applicant[], SignerRow[], [string[], bigint[]]]>([
    ['gives nothing to nobody', [], [row()], [[], []]],
    ['gives one each, in the order asked', [applicant('b'), applicant('a')], [row()], [['5: b', '6: a'], [7n]]],
    [
      'gives a group one nonce, at the place of its first member',
      [applicant('a', { together: 'g', least: 2 }), applicant('b'), applicant('c', { together: 'g', least: 2 })],
      [row()],
      [['5: a,c', '6: b'], [7n]],
    ],
    [
      'gives a group that has become too small none',
      [applicant('a', { together: 'g', least: 2 }), applicant('b')],
      [row()],
      [['5: b'], [6n]],
    ],
    [
      'weighs what the signer has begun',
      [applicant('a'), applicant('b')],
      [row({ reserved: 80n })],
      [['5: a', '6: b'], [7n]],
    ],
    [
      'begins nothing that the rest does not pay for, to the wei',
      [applicant('a'), applicant('b')],
      [row({ reserved: 81n })],
      [['5: a'], [6n]],
    ],
    [
      'passes over what is too dear, and goes on',
      [applicant('a', { reserve: 101n }), applicant('b')],
      [row()],
      [['5: b'], [6n]],
    ],
    [
      'begins at what is mined',
      [applicant('a', { mined: 8n }), applicant('b', { mined: 6n })],
      [row()],
      [['8: a', '9: b'], [10n]],
    ],
    [
      'counts each signer by itself',
      [applicant('a'), applicant('b', { signer: other as Address }), applicant('c')],
      [row(), row({ address: other as Address, next: 40n })],
      [
        ['5: a', '6: c', '40: b'],
        [7n, 41n],
      ],
    ],
    ['leaves the counter of one that gives none', [applicant('a', { reserve: 101n, mined: 8n })], [row()], [[], []]],
  ])('%s', (_name, applicants, signers, expected) => {
    expect(assigned(applicants, signers)).toEqual(expected)
  })
})
