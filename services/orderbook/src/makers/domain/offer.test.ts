import { describe, expect, it } from '@jest/globals'
import type { MakerQuoteMessage } from '@tandem/contracts'
import { type Offer, type OfferTerms, offerProblem, plausibleAmounts, rankOffers } from './offer.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const fixed = {
  quote_id: '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10',
  source_asset: 'a:usdc',
  source_chain_id: 1,
  source_token: address('a'),
  destination_asset: 'b:usdc',
  destination_chain_id: 2,
  destination_token: address('B'),
  hop_relayer_fee: '0',
  initiate_by: 100,
  fill_by: 200,
  expires_at: 50,
}
const terms: OfferTerms = {
  fixed,
  given: { side: 'source', value: 1_000n },
  smallest: { source: 10n, destination: 10n },
  largest: { source: 10_000n, destination: 10_000n },
  destinationStep: 1n,
  plausible: { minSource: 0n, maxDestination: 1_050n },
}
const addresses = { source: address('c'), destination: address('d') }
const message: MakerQuoteMessage = {
  ...fixed,
  source_amount: '1000',
  destination_amount: '990',
  source_recipient: address('C'),
  destination_creator: address('D'),
}
const problemOf = (over: Partial<MakerQuoteMessage>, other: Partial<OfferTerms> = {}) =>
  offerProblem({ message: { ...message, ...over }, signature: '0x' }, { ...terms, ...other }, addresses)

describe('offerProblem', () => {
  it('takes an answer to what was asked, however its addresses are spelt', () => {
    expect(problemOf({ source_token: address('A') })).toBeUndefined()
  })

  it.each<[string, Partial<MakerQuoteMessage>, string]>([
    ['another quote', { quote_id: '00000000-0000-4000-8000-000000000000' }, 'quote_id'],
    ['another token', { destination_token: address('e') }, 'destination_token'],
    ['another chain', { destination_chain_id: 3 }, 'destination_chain_id'],
    ['a later time to fill', { fill_by: 201 }, 'fill_by'],
    ['a shorter life', { expires_at: 49 }, 'expires_at'],
    ['a recipient of its own choice', { source_recipient: address('9') }, 'source_recipient'],
    ['another creator', { destination_creator: address('9') }, 'destination_creator'],
    ['another amount to pay', { source_amount: '999' }, 'source_amount is not'],
    ['less than the least amount', { destination_amount: '9' }, 'out of bounds'],
    ['more than the largest amount', { destination_amount: '10001' }, 'out of bounds'],
    ['a price too good to be filled', { destination_amount: '1051' }, 'too good'],
  ])('refuses %s', (_name, over, expected) => {
    expect(problemOf(over)).toContain(expected)
  })

  it('refuses an amount that the bridge cannot carry', () => {
    expect(problemOf({ destination_amount: '991' }, { destinationStep: 10n })).toContain('bridged')
  })

  it('refuses a source amount that is too good when the destination was given', () => {
    const given = {
      given: { side: 'destination', value: 990n },
      plausible: plausibleAmounts({ source: 1_000n, destination: 990n }, 500),
    } as const
    expect(problemOf({ source_amount: '949' }, given)).toContain('too good')
    expect(problemOf({ source_amount: '950' }, given)).toBeUndefined()
  })
})

describe('rankOffers', () => {
  const offer = (makerId: string | null, source: bigint, destination: bigint, quoteId = '1'): Offer => ({
    makerId,
    quoteId,
    amounts: { source, destination },
    of: undefined,
  })
  it.each<[string, Offer[], (string | null)[]]>([
    ['the most to receive', [offer('low', 10n, 8n), offer('high', 10n, 9n)], ['high', 'low']],
    ['the least to pay', [offer('dear', 11n, 9n), offer('cheap', 10n, 9n)], ['cheap', 'dear']],
    ['of equal ones the quote engine', [offer('maker', 10n, 9n), offer(null, 10n, 9n, '2')], [null, 'maker']],
    [
      'of equal makers the one of the lower random identifier',
      [offer('a', 10n, 9n, '2'), offer('b', 10n, 9n)],
      ['b', 'a'],
    ],
  ])('puts %s first', (_name, offers, expected) => {
    expect(rankOffers(offers).map(({ makerId }) => makerId)).toEqual(expected)
    expect(rankOffers(offers.toReversed()).map(({ makerId }) => makerId)).toEqual(expected)
  })
})
