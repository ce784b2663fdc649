/** Hostile makers that enrol themselves, beside two that the operator approved: users hardly notice them. */
import { afterEach, describe, expect, it } from '@jest/globals'
import { makerListSchema, type OrderWire, orderSchema, type QuoteWire, quoteSchema } from '@tandem/contracts'
import { unchecked } from '@tandem/service-kit/testing'
import request from 'supertest'
import { compose } from '../../src/compose.ts'
import { errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { randomHash } from '../support/builders.ts'
import { type FakeMaker, type Reply, startFakeMaker } from '../support/fake-maker.ts'
import { makersFile } from '../support/makers-file.ts'
import { silentLogger, startTestOrderbook, type TestOrderbook, testConfig } from '../support/orderbook.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

type Api = ReturnType<typeof request>
type Book = TestOrderbook & { env: Record<string, string> }

/** Two approved makers; the quote engine gives 24,975,000 for 25,000,000. */
async function bookOf(over: Record<string, string> = {}, isEngine = true): Promise<Book & { approved: FakeMaker[] }> {
  const approved = isEngine
    ? [await startFakeMaker('approved-1', 24_980_000n), await startFakeMaker('approved-2', 24_978_000n)]
    : []
  const file = makersFile(
    approved.map(({ entry }) => entry),
    { quote_engine: isEngine },
  )
  stops.push(file.remove, ...approved.map(({ stop }) => stop))
  const env = {
    ...{ MAKERS_FILE: file.path, MAKER_ENROLMENT: 'open', ALLOW_PRIVATE_ADDRESSES: 'true', TRUST_PROXY: '1' },
    ...{ MAKERS_ANSWER_MS: '400', MAKERS_ORDER_MS: '4000', MAX_OPEN_QUOTES: '0', MAX_UNFUNDED: '0' },
    ...over,
  }
  const book = await startTestOrderbook('newcomers', env)
  stops.push(() => book.stop())
  return { ...book, env, approved }
}

type Replies = NonNullable<Parameters<typeof startFakeMaker>[2]>
let networks = 0
/** How it answers after the trial. */
async function enrol(
  { api }: Book,
  name: string,
  amount: bigint,
  replies: Replies = {},
): Promise<FakeMaker | undefined> {
  let isTried = false
  const quote: Replies['quote'] = async (honest, ask) => {
    if (isTried) return replies.quote?.(honest, ask) ?? honest()
    isTried = true
    return honest()
  }
  const maker = await startFakeMaker(name, amount, { ...replies, quote })
  stops.push(maker.stop)
  networks += 1
  const address = `2001:db8:${networks.toString(16)}::1`
  const answer = await api
    .post('/makers')
    .set('X-Forwarded-For', address)
    .send(await maker.enrolment())
  if (answer.status === 201) return maker
  expect(errorOf(answer).code).toBe('ENROLMENT_REFUSED')
  return undefined
}

const isNewcomers = ({ maker_quote }: Pick<OrderWire, 'maker_quote'>) =>
  maker_quote?.maker_id.startsWith('open-') === true

let amounts = 0
/** Its own amount, so that no other request shares its auction. */
const quoteOf = (api: Api) => requestQuote(api, { source_amount: String(25_000_000 + ++amounts) })

/** The user takes the next best quote wherever it is offered one. */
async function orderOf(api: Api, first: QuoteWire): Promise<OrderWire | undefined> {
  let quote = first
  for (;;) {
    const answer = await api.post('/orders').send(orderBody(quote))
    if (answer.status === 201) return resultOf(answer, orderSchema)
    const refused = errorOf(answer)
    expect(refused.code).toBe('QUOTE_WITHDRAWN')
    if (refused.details?.quote === undefined) return undefined
    quote = quoteSchema.parse(refused.details.quote)
    expect(isNewcomers(quote)).toBe(false)
  }
}

/** The chains' facts: the user funds, and the maker fills. */
async function fund({ database }: Book, order: OrderWire, isFilled: boolean): Promise<void> {
  const at = (order.initiate_by ?? 0) - 60
  const create = `UPDATE intents SET create_tx_hash = $1, create_block_number = 7, create_timestamp = to_timestamp($2)
    WHERE order_id = $3::uuid AND side = $4`
  await database.sql.query(unchecked(create), [randomHash(), at, order.order_id, 'source'])
  if (!isFilled) return
  await database.sql.query(unchecked(create), [randomHash(), at + 5, order.order_id, 'destination'])
  const complete = `UPDATE orders SET status = 'completed', completed_at = to_timestamp($1) WHERE order_id = $2::uuid`
  await database.sql.query(unchecked(complete), [at + 10, order.order_id])
}

/** Copies of a settled order. */
async function settle(book: Book, orders: number): Promise<void> {
  const order = await orderOf(book.api, await quoteOf(book.api))
  if (order === undefined) throw new Error('there is no order')
  await fund(book, order, true)
  await book.database.sql.query(
    unchecked(`INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object('order_id', gen_random_uuid(),
       'quote_id', gen_random_uuid(), 'commitment_hash', '0x' || n))).* FROM orders o, generate_series(2, $2::int) n
     WHERE o.order_id = $1::uuid`),
    [order.order_id, orders],
  )
}

/** What a process remembers of newcomers is a second old at the most, of facts five. */
const forget = (ms = 1_200) => new Promise((resolve) => setTimeout(resolve, ms))

async function inTurns<T>(tasks: number, atOnce: number, task: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let left = tasks
  const work = async () => {
    while (left > 0) {
      left -= 1
      results.push(await task())
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

describe('orders beside a hundred hostile newcomers', () => {
  it('succeed in more than 99 %, and bench no honest maker', async () => {
    const book = await bookOf()
    const best = 24_995_000n
    const refusing: Replies = { order: () => ({ body: { declined: 'the price moved' } }) }
    const kinds: [string, bigint, Replies][] = [
      ['fader', best, {}],
      ['refuser', best, refusing],
      ['hanging-at-the-order', best, { order: () => 'hang' }],
      ['over-quoter', best, { quote: async (honest) => tooGood(await honest()) }],
      ['slow', best, { quote: () => 'hang' }],
      ['huge', best, { quote: () => ({ body: JSON.stringify({ declined: 'x'.repeat(200_000) }) }) }],
      ['rubbish', best, { quote: () => ({ body: '[[[[' }) }],
      ['shy', best, { quote: () => ({ body: { declined: 'only listening' } }) }],
    ]
    const sybils: [string, bigint, Replies][] = Array.from({ length: 100 }, (_, nth) => [`sybil-${nth}`, best, {}])
    const newcomers: FakeMaker[] = []
    for (const [name, amount, replies] of [...kinds, ...sybils]) {
      const maker = await enrol(book, name, amount, replies)
      if (maker !== undefined) newcomers.push(maker)
    }
    expect(newcomers).toHaveLength(50)
    const tried = newcomers.map(({ asked }) => asked.quotes)
    expect(tried).toEqual(Array(50).fill(1))

    let windows = 0
    const orders = await inTurns(Number(process.env.NEWCOMERS_ORDERS ?? 250), 6, async () => {
      windows += 1
      const order = await orderOf(book.api, await quoteOf(book.api))
      if (order === undefined) return false
      // No newcomer fills.
      await fund(book, order, !isNewcomers(order))
      return !isNewcomers(order)
    })

    const failed = orders.filter((isGood) => !isGood).length
    expect(failed).toBeLessThanOrEqual(2)
    expect((orders.length - failed) / orders.length).toBeGreaterThan(0.99)
    const questions = newcomers.reduce((sum, { asked }) => sum + asked.quotes, 0) - newcomers.length
    expect(questions).toBeLessThanOrEqual(3 * windows)
    // They were given their chance.
    expect(questions).toBeGreaterThan(0)
    const makers = resultOf(await book.api.get('/makers'), makerListSchema).data
    const approved = makers.filter(({ enrolment }) => enrolment === 'approved')
    expect(approved.map(({ benched_until, refused, fades }) => [benched_until, refused, fades])).toEqual(
      Array(2).fill([null, 0, 0]),
    )
    const rows = await book.database.sql.query(unchecked('SELECT FROM newcomer_quotes'), [])
    expect(rows.length).toBeLessThanOrEqual(2 + newcomers.length)
  })
})

const tooGood = (answer: Reply): Reply => {
  if (answer === 'hang') return answer
  const body = answer.body as { message: object }
  return { body: { ...body, message: { ...body.message, destination_amount: '30000000' } } }
}

describe('the share of newcomers', () => {
  it('is kept by orders that come at once to two replicas', async () => {
    const book = await bookOf({ MAKERS_ANSWER_MS: '1500' })
    await settle(book, 400)
    for (const nth of [1, 2, 3, 4, 5, 6]) await enrol(book, `newcomer-${nth}`, 24_995_000n)
    await forget()
    const replica = compose(testConfig(book.database.url, book.env), { logger: silentLogger })
    stops.push(() => replica.stop())
    const apis = [book.api, request(await replica.start())]
    const quotes = await Promise.all(Array.from({ length: 12 }, (_, nth) => quoteOf(apis[nth % 2] ?? book.api)))
    // Of two admissions at once one is dropped.
    const won = quotes.filter(isNewcomers).length
    expect([1, 2]).toContain(won)
    for (let next = won; next < 2; next += 1) expect(isNewcomers(await quoteOf(book.api))).toBe(true)
    const orders = await Promise.all(quotes.map((quote, nth) => orderOf(apis[nth % 2] ?? book.api, quote)))
    expect(orders.filter((order) => order !== undefined && isNewcomers(order))).toHaveLength(won)
    expect(orders.filter((order) => order !== undefined)).toHaveLength(12)
    for (const api of apis) expect(isNewcomers(await quoteOf(api))).toBe(false)
  })

  it('is given back by a fill, and by an order that its user does not fund', async () => {
    const book = await bookOf({ MAKERS_ANSWER_MS: '1500' })
    await settle(book, 200)
    const maker = await enrol(book, 'good', 24_995_000n)
    await forget()
    const first = await orderOf(book.api, await quoteOf(book.api))
    expect(first && isNewcomers(first)).toBe(true)
    await forget()
    expect(isNewcomers(await quoteOf(book.api))).toBe(false)
    if (first !== undefined) await fund(book, first, true)
    await forget(6_500)
    const second = await orderOf(book.api, await quoteOf(book.api))
    expect(second && isNewcomers(second)).toBe(true)
    const own = async () =>
      resultOf(await book.api.get('/makers'), makerListSchema).data.find(({ signer }) => signer === maker?.signer)
    while ((await own())?.fills === 0) await forget(200)
    expect(await own()).toMatchObject({ fills: 1, allowance: { orders: 1, usd: '120' } })
    await book.database.sql.query(unchecked('UPDATE orders SET initiate_by = 1 WHERE order_id = $1::uuid'), [
      second?.order_id,
    ])
    await forget()
    expect(isNewcomers(await quoteOf(book.api))).toBe(true)
  })

  it('is no bound where users have nobody else; a newcomer’s own allowance is', async () => {
    const book = await bookOf({ MAKERS_ANSWER_MS: '1500' }, false)
    await enrol(book, 'one', 24_995_000n)
    await enrol(book, 'two', 24_990_000n)
    await forget()
    const first = await orderOf(book.api, await quoteOf(book.api))
    const second = await orderOf(book.api, await forget().then(() => quoteOf(book.api)))
    expect([first, second].map((order) => order && isNewcomers(order))).toEqual([true, true])
    await forget()
    const third = await book.api
      .post('/quotes')
      .send({ source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' })
    expect(errorOf(third)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  })
})
