import { describe, expect, it } from '@jest/globals'
import type { FeeMarket, Fees } from './fees.ts'
import { nextOffer } from './next-offer.ts'
import type { Answer } from './replacement.ts'

const gwei = 10n ** 9n
const fees = (maxFee: bigint, tip: bigint): Fees => ({ maxFeePerGas: maxFee * gwei, maxPriorityFeePerGas: tip * gwei })
const made = (maxFee: bigint, tip: bigint, answer: Answer) => ({ ...fees(maxFee, tip), answer })
// A market that asks for 23 gwei in all, of which 3 are the tip.
const market: FeeMarket = { baseFeePerGas: 10n * gwei, recentTips: [3n * gwei], minTip: 0n, maxTip: 100n * gwei }
const limits = { price: 1_000n * gwei, multiple: 10n }
const raised = { maxFeePerGas: 25_875_000_001n, maxPriorityFeePerGas: 3_375_000_001n }

describe('nextOffer', () => {
  it.each<[string, ReturnType<typeof made>[], Partial<typeof limits>, ReturnType<typeof nextOffer>]>([
    ['the market, first', [], {}, { type: 'new', fees: fees(23n, 3n) }],
    ['no more than the price', [], { price: 20n * gwei }, { type: 'new', fees: fees(20n, 3n) }],
    ['nothing below the base fee', [], { price: 9n * gwei }, undefined],
    ['an eighth more than what was taken', [made(23n, 3n, 'taken')], {}, { type: 'new', fees: raised }],
    ['nothing where an eighth more is too dear', [made(23n, 3n, 'taken')], { price: 24n * gwei }, undefined],
    [
      'the same where the market explains no more',
      [made(232n, 30n, 'taken')],
      {},
      { type: 'again', past: made(232n, 30n, 'taken') },
    ],
    [
      'what was taken, where the account cannot pay more',
      [made(23n, 3n, 'taken'), made(26n, 3n, 'unpayable')],
      {},
      { type: 'again', past: made(23n, 3n, 'taken') },
    ],
    [
      'the market, where the account could pay nothing',
      [made(26n, 3n, 'unpayable')],
      {},
      { type: 'new', fees: fees(23n, 3n) },
    ],
    [
      'more than an offer that is below the base fee, however dear its tip',
      [made(9n, 9n, 'refused')],
      { multiple: 2n },
      { type: 'new', fees: { maxFeePerGas: 46n * gwei, maxPriorityFeePerGas: 10_125_000_001n } },
    ],
  ])('%s', (_name, past, over, expected) => {
    expect(nextOffer(past, market, { ...limits, ...over })).toEqual(expected)
  })
})
