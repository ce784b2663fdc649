import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { makeQuorum } from '@tandem/chain'
import {
  isSignedBy,
  type MakerAnswer,
  type MakerQuoteMessage,
  type Network,
  type QuoteAsk,
  rfqIdOf,
} from '@tandem/contracts'
import type { EscrowTerms } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import { type Address, createClient, custom, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { makeLedger } from '../src/domain/ledger.ts'
import type { RiskLimits } from '../src/domain/risk.ts'
import { type Maker, type MakerDeps, makeMaker } from '../src/maker/maker.ts'
import { openPromiseFile } from '../src/maker/promise-file.ts'
import { makePromises } from '../src/maker/promises.ts'
import type { SourceStanding } from '../src/maker/source-standing.ts'
import type { TradedChain } from '../src/orders/sides.ts'
import { makeAtRisk } from '../src/risk/at-risk.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const address = (digit: string) => `0x${digit.repeat(40)}` as Address
const now = 1_795_000_000
const holding = numberToHex(1_000_000_000n, { size: 32 })
const commitment = `0x${'ab'.repeat(32)}`

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-maker-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const asset = (name: string, token: Address, symbol = 'USDC') => ({
  asset: name,
  symbol,
  decimals: 6,
  token_address: token,
})
const network = {
  min_margin_secs: 43_200,
  assets: [asset('a:usdc', address('3')), asset('b:usdc', address('4')), asset('b:euro', address('5'), 'EURO')],
  routes: ['b:usdc', 'b:euro'].map((destination) => ({
    source: 'a:usdc',
    destination,
    route_type: 'direct',
    hub_asset: null,
    hop_relayer_fee: null,
  })),
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

/** The maker's prices by symbol; a test may let one grow stale. */
let prices: Record<string, string> = {}
beforeEach(() => {
  prices = { USDC: '1', ETH: '2000', EURO: '1' }
})

interface Given {
  /** Unix seconds that the chains show; by default both show `now`. */
  chainTimes?: { a?: number; b?: number } | undefined
  policy?: Partial<MakerDeps['policy']>
  /** The limits of money at risk; none by default. */
  limits?: Partial<RiskLimits>
  /** True: escrows live for fixed times, and not for fitted ones. */
  isFixed?: boolean
  /** Whether the orderbook has an order; by default it has every one. */
  isOrdered?: (orderId: string) => Promise<boolean>
  /** What the chain shows of the order's source. */
  standingOf?: () => Promise<SourceStanding>
}

/** A maker with 1,000 USDC on chain b. Its promises are kept in a file, which the next maker reads. */
async function open(
  clock = () => now * 1000,
  { chainTimes = {}, policy = {}, isFixed = false, limits = {}, ...orders }: Given = {},
) {
  const { isOrdered = async () => true, standingOf = async (): Promise<SourceStanding> => 'open' } = orders
  const chain = (name: string, chainId: number, solver: Address) => ({
    chain: {
      config: {
        chain: name,
        chain_id: chainId,
        native_symbol: 'ETH',
        ...lives,
        ...(isFixed && { fitted_windows: null }),
      },
      account: { address: solver },
      quorum: makeQuorum(
        [{ name: 'only', client: createClient({ transport: custom({ request: async () => holding }) }) }],
        { chain: name, budgetMs: 1_000 },
      ),
    },
    sender: { load: { waiting: 0, busy: 0 } },
  })
  const chains = new Map([
    ['a', chain('a', 1, address('1'))],
    ['b', chain('b', 2, address('2'))],
  ]) as unknown as ReadonlyMap<string, TradedChain>
  const ledger = makeLedger()
  const file = await openPromiseFile(join(dir, 'promises.jsonl'))
  const find = async (orderId: string) => ((await isOrdered(orderId)) ? ({} as Order) : undefined)
  const promises = makePromises(file, ledger, makeAtRisk({ order: undefined, assets: {}, chains: {}, ...limits }), {
    find,
    standingOf,
  })
  const maker = makeMaker({
    network,
    chains,
    account,
    promises,
    ledger,
    priceOf: ({ symbol }) => prices[symbol],
    policy: { spreadBips: 10, skewBips: 0, maxShareBips: 10_000, isPaused: false, ...policy },
    gasPrice: async () => 0n,
    chainTime: async ({ chain: { config } }) => chainTimes[config.chain as 'a' | 'b'] ?? Math.floor(clock() / 1000),
    now: clock,
  })
  return { maker, promises, ledger, file }
}

/** The ids of quotes, by the ids of the requests for them. */
const quoteIds = new Map<string, string>()
function anRfqId(): string {
  const quoteId = randomUUID()
  quoteIds.set(rfqIdOf(quoteId), quoteId)
  return rfqIdOf(quoteId)
}

function ask(over: Partial<QuoteAsk> = {}): QuoteAsk {
  return {
    rfq_id: anRfqId(),
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
  ({ quote_id: quoteIds.get(quote_id), initiate_by, fill_by, source_intent: { swap_id: vault } }) as Order
const termsOf = (
  message: MakerQuoteMessage,
  over: Partial<EscrowTerms> = {},
  deadlines = { source: now + 86_400, destination: now + 14_400 },
) => ({
  source: {
    chainId: 1,
    terms: {
      cancelAfter: deadlines.source,
      token: message.source_token,
      amount: BigInt(message.source_amount),
      commitmentHash: commitment,
      ...over,
    } as EscrowTerms,
  },
  destination: {
    chainId: 2,
    terms: {
      cancelAfter: deadlines.destination,
      token: message.destination_token,
      amount: BigInt(message.destination_amount),
    } as EscrowTerms,
  },
})

describe('a maker', () => {
  it('signs a firm quote at its own price, for either amount', async () => {
    const { maker } = await open()
    const exactInput = signedOf(await maker.quote(ask()))
    expect(exactInput.message).toMatchObject({ source_amount: '100000000', destination_amount: '99900000' })
    expect(exactInput.message).toMatchObject({ source_recipient: address('1'), destination_creator: address('2') })
    expect(await isSignedBy(account.address, exactInput)).toBe(true)
    const output = await maker.quote(ask({ source_amount: null, destination_amount: '99900000' }))
    expect(signedOf(output).message).toMatchObject({ source_amount: '100000000', destination_amount: '99900000' })
  })

  it.each([
    ['the source token', 'USDC', 'b:usdc', 'b:usdc'],
    ['the destination token', 'EURO', 'b:euro', 'b:usdc'],
    ['gas', 'ETH', 'b:usdc', 'b:usdc'],
  ])('quotes no pair without a fresh price of %s, and quotes it again with one', async (_case, symbol, pair, other) => {
    const { maker } = await open()
    const price = prices[symbol] as string
    delete prices[symbol]
    expect(await maker.quote(ask({ destination_asset: pair }))).toEqual({ declined: 'no fresh price' })
    if (other !== pair) signedOf(await maker.quote(ask({ destination_asset: other })))
    prices[symbol] = price
    signedOf(await maker.quote(ask({ destination_asset: pair })))
  })

  it('quotes at the price of the moment', async () => {
    const { maker } = await open()
    const paid = async () =>
      signedOf(await maker.quote(ask({ destination_asset: 'b:euro' }))).message.destination_amount
    expect(await paid()).toBe('99900000')
    prices.EURO = '1.25'
    expect(await paid()).toBe('79920000')
  })

  it.each<[string, Partial<RiskLimits>, string]>([
    ['an order', { order: 99n * 10n ** 18n }, 'for an order'],
    ['an asset', { assets: { 'b:usdc': 99n * 10n ** 18n } }, 'in b:usdc'],
    ['a chain', { chains: { '*': 99n * 10n ** 18n } }, 'on a'],
  ])('declines a quote beyond the limit of money at risk of %s', async (_case, limits, reason) => {
    const { maker } = await open(undefined, { limits })
    expect(await maker.quote(ask())).toEqual({ declined: expect.stringContaining(reason) })
    signedOf(await maker.quote(ask({ source_amount: '90000000' })))
  })

  it('counts what it quoted until the quote is over, also after a restart', async () => {
    const given = { limits: { chains: { b: 150n * 10n ** 18n } } }
    let time = now
    const clock = () => time * 1000
    signedOf(await (await open(clock, given)).maker.quote(ask()))
    const { maker, promises } = await open(clock, given)
    expect(await maker.quote(ask())).toEqual({ declined: expect.stringContaining('on b') })
    time = now + 66
    promises.sweep(time)
    signedOf(await maker.quote(ask({ expires_at: time + 60 })))
  })

  it('quotes 200 requests at once against a limit for 3: exactly as many', async () => {
    const { maker } = await open(undefined, { limits: { assets: { 'b:usdc': 300n * 10n ** 18n } } })
    const answers = await Promise.all(Array.from({ length: 200 }, () => maker.quote(ask())))
    expect(answers.filter((answer) => !('declined' in answer))).toHaveLength(3)
  })

  it('signs a quote with deadlines in bounds', async () => {
    const { maker } = await open()
    signedOf(await maker.quote(ask({ source_cancel_after: now + 1_568, dest_cancel_after: now + 1_100 })))
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
    const { maker } = await open()
    expect(await maker.quote(ask(over))).toEqual({ declined: expect.stringContaining(problem) })
  })

  it('quotes 200 requests at once against an inventory for 10: exactly what it can pay', async () => {
    const { maker } = await open()
    const answers = await Promise.all(Array.from({ length: 200 }, () => maker.quote(ask())))
    expect(answers.filter((answer) => !('declined' in answer))).toHaveLength(10)
  })

  it('gives back what was reserved for a quote that expired, and keeps what an order was accepted for', async () => {
    let time = now
    const { maker, promises } = await open(() => time * 1000)
    const half = { source_amount: '500000000' }
    const first = signedOf(await maker.quote(ask(half))).message
    signedOf(await maker.quote(ask(half)))
    expect(await maker.quote(ask(half))).toEqual({ declined: 'inventory' })
    await maker.order({ order_id: '', commitment_hash: commitment, message: first })
    time = now + 66
    promises.sweep(time)
    const later = { ...half, expires_at: time + 60 }
    signedOf(await maker.quote(ask(later)))
    expect(await maker.quote(ask(later))).toEqual({ declined: 'inventory' })
  })

  describe('that accepted a quote for an order', () => {
    const whole = { source_amount: '900000000' }
    const isFree = async (maker: Maker, time: number) =>
      !('declined' in (await maker.quote(ask({ ...whole, ...timesAt(time), expires_at: time + 60 }))))
    const timesAt = (time: number) => ({ initiate_by: time + 600, fill_by: time + 900 })
    const aMoment = () => new Promise((resolve) => setTimeout(resolve, 10))

    async function accepted(isOrdered: NonNullable<Given['isOrdered']>, standingOf?: Given['standingOf']) {
      let time = now
      const opened = await open(() => time * 1000, { isOrdered, ...(standingOf && { standingOf }) })
      const { message } = signedOf(await opened.maker.quote(ask(whole)))
      const order_id = randomUUID()
      signedOf(await opened.maker.order({ order_id, commitment_hash: commitment, message }))
      const at = (later: number) => {
        time = now + later
        opened.promises.sweep(time)
        return aMoment()
      }
      return { ...opened, message, order_id, at, time: () => time }
    }

    it('gives its money back when the order was not made in its time, and would still fill it', async () => {
      const asked: string[] = []
      const { maker, promises, ledger, message, order_id, at, time } = await accepted(async (orderId) => {
        asked.push(orderId)
        return false
      })
      await at(119)
      expect([asked, await isFree(maker, time())]).toEqual([[], false])
      await at(121)
      expect([asked, ledger.promised(`b:${address('4')}`)]).toEqual([[order_id], 0n])
      expect(promises.covers(orderOf(message), termsOf(message))).toBe(true)
      expect(await isFree(maker, time())).toBe(true)
      // It is too late for another order of the quote.
      const late = await maker.order({ order_id, commitment_hash: commitment, message })
      expect(late).toEqual({ declined: 'the quote is over' })
      await at(200)
      expect(asked).toHaveLength(1)
    })

    it.each<[string, () => Promise<boolean>]>([
      ['was made', async () => true],
      ['may have been made: the orderbook does not say', () => Promise.reject(new Error('503'))],
    ])('keeps it when the order %s', async (_case, isOrdered) => {
      const { maker, at, time } = await accepted(isOrdered)
      for (const later of [121, 130, 900, 1_499]) await at(later)
      expect(await isFree(maker, time())).toBe(false)
      await at(1_501)
      expect(await isFree(maker, time())).toBe(true)
    })

    it('gives its money back when its source can no longer come in time, and would still fill it', async () => {
      const said: (SourceStanding | Error)[] = [new Error('no endpoint'), 'open', 'missed']
      let reads = 0
      const { at, ledger, promises, message } = await accepted(
        async () => true,
        async () => {
          const one = said[reads++]
          if (one === undefined || one instanceof Error) throw one ?? new Error('asked too often')
          return one
        },
      )
      const held = () => ledger.promised(`b:${address('4')}`) > 0n
      await at(121)
      await at(600)
      expect([reads, held()]).toEqual([0, true])
      for (const [later, asked, isHeld] of [
        [601, 1, true],
        [605, 1, true],
        [606, 2, true],
        [620, 2, true],
        [621, 3, false],
        [800, 3, false],
      ] as const) {
        await at(later)
        expect([later, reads, held()]).toEqual([later, asked, isHeld])
      }
      expect(promises.covers(orderOf(message), termsOf(message))).toBe(true)
      expect(promises.keyOf(orderOf(message))).toBe(`quote:${message.quote_id}`)
    })

    it('keeps it when anybody shows its source, and asks no more', async () => {
      let reads = 0
      const { at, ledger } = await accepted(
        async () => true,
        async () => {
          reads += 1
          return 'kept'
        },
      )
      for (const later of [121, 601, 700, 1_499]) await at(later)
      expect([reads, ledger.promised(`b:${address('4')}`) > 0n]).toEqual([1, true])
    })

    it('keeps what it holds for a source that it has seen, whatever is answered after that', async () => {
      let answer: (standing: SourceStanding) => void = () => undefined
      const { at, ledger, promises, message } = await accepted(
        async () => true,
        () => new Promise((resolve) => (answer = resolve)),
      )
      await at(121)
      await at(601)
      promises.keyOf(orderOf(message))
      answer('missed')
      await at(602)
      expect(ledger.promised(`b:${address('4')}`)).toBeGreaterThan(0n)
      await at(1_501)
      expect(ledger.promised(`b:${address('4')}`)).toBe(0n)
    })

    it('asks again after the orderbook did not say, and after a restart', async () => {
      let answers = 0
      const isOrdered = async () => {
        answers += 1
        if (answers === 1) throw new Error('503')
        return false
      }
      const { at, ledger } = await accepted(isOrdered)
      await at(121)
      expect(ledger.promised(`b:${address('4')}`)).toBeGreaterThan(0n)
      await at(127)
      expect(ledger.promised(`b:${address('4')}`)).toBe(0n)
      const again = await open(() => (now + 130) * 1000, { isOrdered })
      expect(again.ledger.promised(`b:${address('4')}`)).toBeGreaterThan(0n)
      again.promises.sweep(now + 130)
      await aMoment()
      expect(again.ledger.promised(`b:${address('4')}`)).toBe(0n)
    })
  })

  it('knows the order of a quote that it signed under the identifier of the request', async () => {
    const { maker, promises, ledger } = await open()
    const quoteId = randomUUID()
    const { message } = signedOf(await maker.quote(ask({ rfq_id: rfqIdOf(quoteId) })))
    signedOf(await maker.order({ order_id: randomUUID(), commitment_hash: commitment, message }))
    const order = { ...orderOf(message), quote_id: quoteId }
    expect(promises.covers(order, termsOf(message))).toBe(true)
    expect(promises.covers({ ...order, quote_id: randomUUID() }, termsOf(message))).toBe(false)
    expect(promises.keyOf(order)).toBe(`quote:${message.quote_id}`)
    promises.spent(quoteId)
    expect(ledger.promised(`b:${address('4')}`)).toBe(0n)
  })

  it('knows after a crash what it signed and what it accepted', async () => {
    const { maker } = await open()
    const { message } = signedOf(await maker.quote(ask({ source_amount: '900000000' })))
    await maker.order({ order_id: '', commitment_hash: commitment, message })
    // The maker is not closed, because the process was killed.
    const again = await open()
    expect(again.promises.covers(orderOf(message), termsOf(message))).toBe(true)
    expect(await again.maker.quote(ask({ source_amount: '200000000' }))).toEqual({ declined: 'inventory' })
  })

  it('covers both of two orders that are asked for at the same moment: one of them will be made', async () => {
    const { maker, promises } = await open()
    const { message } = signedOf(await maker.quote(ask()))
    const other = `0x${'cd'.repeat(32)}` as const
    await Promise.all([commitment, other].map((hash) => maker.order({ order_id: '', commitment_hash: hash, message })))
    expect(promises.covers(orderOf(message), termsOf(message))).toBe(true)
    expect(promises.covers(orderOf(message), termsOf(message, { commitmentHash: other }))).toBe(true)
  })

  it('covers nothing that it did not accept as it is', async () => {
    const { maker, promises } = await open()
    const { message } = signedOf(await maker.quote(ask()))
    expect(promises.covers(orderOf(message), termsOf(message))).toBe(false)
    await maker.order({ order_id: '', commitment_hash: commitment, message })
    expect(promises.covers(orderOf(message), termsOf(message))).toBe(true)
    expect(promises.covers(orderOf(message), termsOf(message, { amount: 99_999_999n }))).toBe(false)
    expect(promises.covers(orderOf(message), termsOf(message, { token: address('9') }))).toBe(false)
    const { source, destination } = termsOf(message)
    for (const moved of [
      { source: { ...source, chainId: 3 }, destination },
      { source, destination: { ...destination, chainId: 3 } },
    ])
      expect(promises.covers(orderOf(message), moved)).toBe(false)
    expect(promises.covers({ ...orderOf(message), fill_by: message.fill_by + 1 }, termsOf(message))).toBe(false)
    const later = { ...orderOf(message), initiate_by: message.initiate_by + 1 }
    expect(promises.covers(later, termsOf(message))).toBe(false)
  })

  it('declines the order of what it signed when it is paused since, and so locks no payment that it would not fund', async () => {
    const { message } = signedOf(await (await open()).maker.quote(ask()))
    const { maker } = await open(undefined, { policy: { isPaused: true } })
    expect(await maker.quote(ask())).toEqual({ declined: 'paused' })
    expect(await maker.order({ order_id: '', commitment_hash: commitment, message })).toEqual({ declined: 'paused' })
  })

  it('reserves for one source vault alone, whatever orders name the quote', async () => {
    const { maker, promises } = await open()
    const { message } = signedOf(await maker.quote(ask()))
    expect(promises.keyOf(orderOf(message))).toBe(`quote:${message.quote_id}`)
    expect(promises.keyOf(orderOf(message, address('8')))).toBeUndefined()
  })

  it('declines an order on other terms than it signed, and of a quote that it was not asked for', async () => {
    const { maker } = await open()
    const { message } = signedOf(await maker.quote(ask()))
    for (const over of [{ destination_amount: '1' }, { source_recipient: address('9') }, { quote_id: anRfqId() }]) {
      const other = { ...message, ...over }
      expect(await maker.order({ order_id: '', commitment_hash: commitment, message: other })).toEqual({
        declined: 'it was not quoted',
      })
    }
  })

  it.each<[string, Partial<QuoteAsk>, string]>([
    ['a route that it does not trade', { destination_asset: 'c:usdc' }, 'not traded'],
    ['a quote that would be reserved for long', { expires_at: now + 601 }, 'the window'],
    ['a quote that is over', { expires_at: now }, 'the window'],
  ])('declines %s', async (_name, over, reason) => {
    const { maker } = await open()
    expect(await maker.quote(ask(over))).toEqual({ declined: reason })
  })
})

/** Hostile orderbooks, and clocks that differ. */
describe("the deadlines of a maker's quotes", () => {
  const short = { source_cancel_after: now + 1_568, dest_cancel_after: now + 1_100 }
  const at = (source: number, destination: number) => ({ source: now + source, destination: now + destination })
  const accept = async ({ maker }: Awaited<ReturnType<typeof open>>, over: Partial<QuoteAsk>) => {
    const { message } = signedOf(await maker.quote(ask(over)))
    signedOf(await maker.order({ order_id: '', commitment_hash: commitment, message }))
    return message
  }

  it.each<[string, Partial<QuoteAsk>, ReturnType<typeof at>, boolean]>([
    ['those that it priced', short, at(1_568, 1_100), true],
    ['the longest destination, where it priced a short one', short, at(86_400, 14_400), false],
    ['a destination that is a second later', short, at(1_568, 1_101), false],
    ['a source that is a second earlier', short, at(1_567, 1_100), false],
    ['the lives of the chains, where it was told of no deadlines', {}, at(86_400 + 60, 14_400 + 60), true],
    ['any, where it was told of none: the network bounds them', {}, at(1_568, 1_100), true],
  ])('cover %s: %j, also after a restart', async (_case, over, deadlines, isCovered) => {
    const opened = await open()
    const message = await accept(opened, over)
    const isFunded = (from: typeof opened) => from.promises.covers(orderOf(message), termsOf(message, {}, deadlines))
    expect(isFunded(opened)).toBe(isCovered)
    await opened.file.close()
    expect(isFunded(await open())).toBe(isCovered)
  })

  it('are written as the next start reads them, whatever time a chain shows, or not at all', async () => {
    const far = 2 ** 41
    for (const isFixed of [true, false]) {
      const lied = await open(undefined, { isFixed, chainTimes: { a: far, b: far } })
      await lied.maker.quote(ask())
      await lied.file.close()
    }
    const opened = await open()
    const message = await accept(opened, short)
    const exposure = { assets: [], chains: [], usd: 1n }
    const deadlines = { source: far, destination: far }
    const broken = { message, token: 'usdc', amount: 1n, exposure, deadlines, commitments: [], orders: [] }
    await expect(opened.file.write('other', () => broken)).rejects.toThrow('must not hold')
    await opened.file.close()
    expect((await open()).promises.find(message.quote_id)?.message).toEqual(message)
  })

  const volatile = { policy: { volatilityBips: { EURO: 8_000 } } }
  const paid = (answer: MakerAnswer) => Number(signedOf(answer).message.destination_amount)
  it.each<[string, Partial<QuoteAsk>, Given['chainTimes'], number]>([
    // 0.4 × 80 % × √(1,100 s in years) is 19 hundredths of a percent, beside the spread of 10.
    ['the deadline', { ...short, free_option_secs: 1_100 }, {}, 29],
    ['the deadline, whatever the orderbook says', { ...short, free_option_secs: 0 }, {}, 29],
    ['the deadline, where the orderbook says nothing', { ...short, free_option_secs: null }, {}, 29],
    ['the deadline by a clock that is behind', short, { a: now, b: now - 50 }, 30],
    ['the deadline by our own clock where the chain’s is ahead', short, { a: now, b: now + 300 }, 29],
    ['the longest life, where no deadline is named', { free_option_secs: 60 }, {}, 81],
    ['the longest life, where a half is named', { ...short, dest_cancel_after: null, free_option_secs: 0 }, {}, 81],
  ])('are priced by %s', async (_case, over, chainTimes, bips) => {
    const { maker } = await open(undefined, { ...volatile, chainTimes })
    const answer = await maker.quote(ask({ destination_asset: 'b:euro', ...over }))
    expect(paid(answer)).toBe(100_000_000 - bips * 10_000)
  })

  it.each<[string, Partial<QuoteAsk>, Given, string]>([
    ['less margin than it wants', short, { policy: { ownMarginSecs: 435 } }, 'our own'],
    ['no deadlines, where lives leave less than it wants', {}, { policy: { ownMarginSecs: 72_000 } }, 'our own'],
    ['a source chain whose clock is ahead', short, { chainTimes: { a: now + 500 } }, 'by the clocks'],
    ['a destination chain whose clock is behind', short, { chainTimes: { b: now - 500 } }, 'by the clocks'],
  ])('are declined with %s', async (_case, over, given, reason) => {
    const { maker } = await open(undefined, given)
    expect(await maker.quote(ask(over))).toEqual({ declined: expect.stringContaining(reason) })
  })

  it('are not given while a chain does not say its time', async () => {
    const { maker } = await open(undefined, { chainTimes: { b: Number.NaN } })
    for (const over of [short, {}]) await expect(maker.quote(ask(over))).rejects.toThrow('does not say its time')
  })
})
