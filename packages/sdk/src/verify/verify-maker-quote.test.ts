import { describe, expect, it } from '@jest/globals'
import { type MakerQuoteMessage, makerQuoteTypedData, rfqIdOf } from '@tandem/contracts'
import { privateKeyToAccount } from 'viem/accounts'
import type { Quote } from '../client/types.ts'
import { verifyMakerQuote } from './verify-maker-quote.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const address = (digit: string) => `0x${digit.repeat(40)}` as const
const quoteId = '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10'
const message: MakerQuoteMessage = {
  quote_id: rfqIdOf(quoteId),
  source_asset: 'a:usdc',
  source_chain_id: 1,
  source_token: address('3'),
  source_amount: '1000',
  source_recipient: address('1'),
  destination_asset: 'b:usdc',
  destination_chain_id: 2,
  destination_token: address('4'),
  destination_amount: '990',
  destination_creator: address('2'),
  hop_relayer_fee: '0',
  initiate_by: 100,
  fill_by: 200,
  expires_at: 50,
}

/** A quote that a maker has signed with the typed data of `@tandem/contracts`. */
async function aQuote(over: Partial<Quote> = {}): Promise<Quote> {
  const signature = await account.signTypedData(makerQuoteTypedData(message))
  return {
    quote_id: quoteId,
    source: { asset: 'a:usdc', amount: '1000' },
    destination: { asset: 'b:usdc', amount: '990' },
    source_solver_address: address('1'),
    dest_solver_address: address('2'),
    initiate_by: 100,
    fill_by: 200,
    maker_quote: { maker_id: 'one', signer: account.address, message, signature },
    ...over,
  } as Quote
}

describe('verifyMakerQuote', () => {
  it('returns what the maker signed', async () => {
    const known = { signers: [account.address] }
    expect(await verifyMakerQuote(await aQuote(), known)).toMatchObject({ maker_id: 'one', message })
  })

  it.each([
    ['of another quote', '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a11'],
    ['under the identifier of the quote itself', rfqIdOf(quoteId)],
  ])('refuses what was signed %s', async (_case, quote_id) => {
    await expect(verifyMakerQuote(await aQuote({ quote_id }))).rejects.toThrow('quote_id')
  })

  it('has nothing to check on a quote that no maker made', async () => {
    expect(await verifyMakerQuote(await aQuote({ maker_quote: null }))).toBeNull()
  })

  it.each<[string, Partial<Quote>, string]>([
    ['more to pay', { source: { asset: 'a:usdc', amount: '1001' } }, 'source amount'],
    ['less to receive', { destination: { asset: 'b:usdc', amount: '989' } }, 'destination amount'],
    ['another recipient', { source_solver_address: address('9') }, 'source_solver_address'],
    ['more time to fill', { fill_by: 201 }, 'fill_by'],
  ])('refuses %s than was signed', async (_name, over, expected) => {
    await expect(aQuote(over).then((quote) => verifyMakerQuote(quote))).rejects.toThrow(expected)
  })

  it('refuses a message that was changed with the quote', async () => {
    const quote = await aQuote({ destination: { asset: 'b:usdc', amount: '989' } })
    const changed = { ...quote.maker_quote, message: { ...message, destination_amount: '989' } }
    await expect(verifyMakerQuote({ ...quote, maker_quote: changed } as Quote)).rejects.toThrow('not by its signer')
  })

  it.each([
    ['source_chain_id', [3, 2]],
    ['destination_chain_id', [1, 3]],
  ])('refuses the %s of another chain than the pinned one', async (field, [a = 0, b = 0]) => {
    const chains = (ids: number[]) =>
      ids.map((chain_id, index) => ({ chain: index === 0 ? 'a' : 'b', chain_id, registry_address: null }))
    const network = (ids: number[]) => ({ chains: chains(ids), assets: [] })
    expect(await verifyMakerQuote(await aQuote(), { network: network([1, 2]) })).toMatchObject({ message })
    await expect(verifyMakerQuote(await aQuote(), { network: network([a, b]) })).rejects.toThrow(field)
  })

  it('takes the chain of a hop’s escrow from the pinned hub', async () => {
    const network = {
      chains: [
        { chain: 'a', chain_id: 1, registry_address: null },
        { chain: 'hub', chain_id: 2, registry_address: null },
        { chain: 'b', chain_id: 9, registry_address: null, hub_chain: 'hub' },
      ],
      assets: [],
    }
    expect(await verifyMakerQuote(await aQuote(), { network })).toMatchObject({ message })
  })

  it('refuses a signer that the application does not know', async () => {
    await expect(verifyMakerQuote(await aQuote(), { signers: [address('5')] })).rejects.toThrow('not a known maker')
  })
})
