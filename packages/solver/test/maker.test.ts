import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { isSignedBy, type MakerAnswer, type MakerQuoteMessage, type Network, type QuoteAsk } from '@tandem/contracts'
import type { EscrowTerms } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { makeLedger } from '../src/domain/ledger.ts'
import { makeMakerDesk } from '../src/maker/maker.ts'
import { openPromiseFile } from '../src/maker/promise-file.ts'
import { makePromises } from '../src/maker/promises.ts'
import type { TradedChain } from '../src/orders/sides.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const address = (digit: string) => `0x${digit.repeat(40)}` as Address
const now = 1_795_000_000
const commitment = `0x${'ab'.repeat(32)}`

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-maker-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const asset = (name: string, token: Address) => ({ asset: name, symbol: 'USDC', decimals: 6, token_address: token })
const network = {
  min_margin_secs: 43_200,
  assets: [asset('a:usdc', address('3')), asset('b:usdc', address('4'))],
  routes: [{ source: 'a:usdc', destination: 'b:usdc', route_type: 'direct', hub_asset: null, hop_relayer_fee: null }],
} as unknown as Network

const lives = {
  block_time_ms: 2_000,
  confirmations: 2,
  confirmation_steps: [],
  finality_tag: null,
  claim_safety_secs: 120,
  source_cancel_after_secs: 86_400,
  dest_cancel_after_secs: 14_400,
  fitted_windows: { reveal_secs: 60, claim_secs: 300 },
}

/** A desk with 1,000 USDC on chain b. Its promises stand in a file, which the next desk reads. */
async function open(clock = () => now * 1000) {
  const chain = (name: string, chainId: number, solver: Address) => ({
    chain: {
      config: { chain: name, chain_id: chainId, native_symbol: 'ETH', ...lives },
      client: { account: { address: solver }, readContract: async () => 1_000_000_000n },
    },
    sender: { load: { waiting: 0, busy: 0 } },
  })
  const chains = new Map([
    ['a', chain('a', 1, address('1'))],
    ['b', chain('b', 2, address('2'))],
  ]) as unknown as ReadonlyMap<string, TradedChain>
  const ledger = makeLedger()
  const file = await openPromiseFile(join(dir, 'promises.jsonl'))
  const promises = makePromises(file, ledger)
  const desk = makeMakerDesk({
    network,
    chains,
    account,
    promises,
    ledger,
    prices: { USDC: '1', ETH: '2000' },
    policy: { spreadBips: 10, skewBips: 0, maxShareBips: 10_000, isPaused: false },
    gasPrice: async () => 0n,
    now: clock,
  })
  return { desk, promises, ledger, file }
}

let asked = 0
function ask(over: Partial<QuoteAsk> = {}): QuoteAsk {
  asked += 1
  return {
    quote_id: `00000000-0000-4000-8000-${String(asked).padStart(12, '0')}`,
    source_asset: 'a:usdc',
    destination_asset: 'b:usdc',
    source_amount: '100000000',
    destination_amount: null,
    route_type: 'direct',
    hop_relayer_fee: '0',
    initiate_by: now + 600,
    fill_by: now + 900,
    expires_at: now + 60,
    answer_within_ms: 300,
    ...over,
  }
}

function signedOf(answer: MakerAnswer) {
  if ('declined' in answer) throw new Error(`declined: ${answer.declined}`)
  return answer
}

const orderOf = ({ quote_id, initiate_by, fill_by }: MakerQuoteMessage, vault = address('7')) =>
  ({ quote_id, initiate_by, fill_by, source_intent: { swap_id: vault } }) as Order
const termsOf = (message: MakerQuoteMessage, over: Partial<EscrowTerms> = {}) => ({
  source: {
    token: message.source_token,
    amount: BigInt(message.source_amount),
    commitmentHash: commitment,
    ...over,
  } as EscrowTerms,
  destination: { token: message.destination_token, amount: BigInt(message.destination_amount) } as EscrowTerms,
})

describe("a maker's desk", () => {
  it('signs a firm quote at its own price, for either amount', async () => {
    const { desk } = await open()
    const exactInput = signedOf(await desk.quote(ask()))
    expect(exactInput.message).toMatchObject({ source_amount: '100000000', destination_amount: '99900000' })
    expect(exactInput.message).toMatchObject({ source_recipient: address('1'), destination_creator: address('2') })
    expect(await isSignedBy(account.address, exactInput)).toBe(true)
    const output = await desk.quote(ask({ source_amount: null, destination_amount: '99900000' }))
    expect(signedOf(output).message).toMatchObject({ source_amount: '100000000', destination_amount: '99900000' })
  })

  it('signs a quote with deadlines in bounds', async () => {
    const { desk } = await open()
    signedOf(await desk.quote(ask({ source_cancel_after: now + 1_500, dest_cancel_after: now + 1_100 })))
  })

  it.each<[string, Partial<QuoteAsk>, string]>([
    ['no time to claim', { source_cancel_after: now + 2_500, dest_cancel_after: now + 2_400 }, 'outlive'],
    ['a year for the user to choose', { source_cancel_after: now + 4e7, dest_cancel_after: now + 3e7 }, 'lives longer'],
    [
      'a source that is locked for years',
      { source_cancel_after: now + 9e7, dest_cancel_after: now + 2_000 },
      'lives longer',
    ],
  ])('declines deadlines that leave %s', async (_case, over, problem) => {
    const { desk } = await open()
    expect(await desk.quote(ask(over))).toEqual({ declined: expect.stringContaining(problem) })
  })

  it('quotes 200 requests at once against an inventory for 10: exactly what it can pay', async () => {
    const { desk } = await open()
    const answers = await Promise.all(Array.from({ length: 200 }, () => desk.quote(ask())))
    expect(answers.filter((answer) => !('declined' in answer))).toHaveLength(10)
  })

  it('gives back what was reserved for a quote that expired, and keeps what an order was accepted for', async () => {
    let time = now
    const { desk, promises } = await open(() => time * 1000)
    const half = { source_amount: '500000000' }
    const first = signedOf(await desk.quote(ask(half))).message
    signedOf(await desk.quote(ask(half)))
    expect(await desk.quote(ask(half))).toEqual({ declined: 'inventory' })
    await desk.order({ order_id: '', commitment_hash: commitment, message: first })
    time = now + 66
    promises.sweep(time)
    const later = { ...half, expires_at: time + 60 }
    signedOf(await desk.quote(ask(later)))
    expect(await desk.quote(ask(later))).toEqual({ declined: 'inventory' })
  })

  it('knows after a crash what it signed and what it accepted', async () => {
    const { desk } = await open()
    const { message } = signedOf(await desk.quote(ask({ source_amount: '900000000' })))
    await desk.order({ order_id: '', commitment_hash: commitment, message })
    // Never closed: the process was killed.
    const again = await open()
    expect(again.promises.covers(orderOf(message), termsOf(message))).toBe(true)
    expect(await again.desk.quote(ask({ source_amount: '200000000' }))).toEqual({ declined: 'inventory' })
  })

  it('covers both of two orders that are asked for at the same moment: one of them will be made', async () => {
    const { desk, promises } = await open()
    const { message } = signedOf(await desk.quote(ask()))
    const other = `0x${'cd'.repeat(32)}` as const
    await Promise.all([commitment, other].map((hash) => desk.order({ order_id: '', commitment_hash: hash, message })))
    expect(promises.covers(orderOf(message), termsOf(message))).toBe(true)
    expect(promises.covers(orderOf(message), termsOf(message, { commitmentHash: other }))).toBe(true)
  })

  it('covers nothing that it did not accept as it is', async () => {
    const { desk, promises } = await open()
    const { message } = signedOf(await desk.quote(ask()))
    expect(promises.covers(orderOf(message), termsOf(message))).toBe(false)
    await desk.order({ order_id: '', commitment_hash: commitment, message })
    expect(promises.covers(orderOf(message), termsOf(message))).toBe(true)
    expect(promises.covers(orderOf(message), termsOf(message, { amount: 99_999_999n }))).toBe(false)
    expect(promises.covers(orderOf(message), termsOf(message, { token: address('9') }))).toBe(false)
    expect(promises.covers({ ...orderOf(message), fill_by: message.fill_by + 1 }, termsOf(message))).toBe(false)
    const later = { ...orderOf(message), initiate_by: message.initiate_by + 1 }
    expect(promises.covers(later, termsOf(message))).toBe(false)
  })

  it('reserves for one source vault alone, whatever orders name the quote', async () => {
    const { desk, promises } = await open()
    const { message } = signedOf(await desk.quote(ask()))
    expect(promises.keyOf(orderOf(message))).toBe(`quote:${message.quote_id}`)
    expect(promises.keyOf(orderOf(message, address('8')))).toBeUndefined()
  })

  it('takes over what another maker refused where it makes no loss, and nothing else', async () => {
    const { desk } = await open()
    const quote = ask()
    const { message } = signedOf(await desk.quote(quote))
    const take = (over: Partial<MakerQuoteMessage>) =>
      desk.order({ order_id: '', commitment_hash: commitment, message: { ...message, ...over } })
    expect(await take({ destination_amount: '100000001' })).toEqual({ declined: 'the price' })
    expect(await take({ source_recipient: address('9') })).toEqual({ declined: 'the terms' })
    expect(signedOf(await take({ destination_amount: '99950000' })).message.destination_amount).toBe('99950000')
    // From here on it is bound to those terms.
    expect(await desk.order({ order_id: '', commitment_hash: commitment, message })).toEqual({
      declined: 'other terms were accepted',
    })
  })

  it.each<[string, Partial<QuoteAsk>, string]>([
    ['a route that it does not trade', { destination_asset: 'c:usdc' }, 'not traded'],
    ['a quote that would be reserved for long', { expires_at: now + 601 }, 'the window'],
    ['a quote that is over', { expires_at: now }, 'the window'],
  ])('declines %s', async (_name, over, reason) => {
    const { desk } = await open()
    expect(await desk.quote(ask(over))).toEqual({ declined: reason })
  })
})
