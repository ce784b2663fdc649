import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import {
  isSignedBy,
  makerListSchema,
  makerRecord,
  makerRecordSchema,
  type OrderWire,
  orderSchema,
  type QuoteWire,
  quoteSchema,
} from '@tandem/contracts'
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

const windowMs = 1_500

/** An orderbook with these makers. Its own quote engine gives 24,975,000 for 25,000,000. */
async function bookWith(makers: readonly Pick<FakeMaker, 'entry' | 'stop'>[], over: Record<string, string> = {}) {
  const file = makersFile(makers.map(({ entry }) => entry))
  stops.push(file.remove, ...makers.map(({ stop }) => stop))
  const env = {
    MAKERS_FILE: file.path,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    MAKERS_ANSWER_MS: String(windowMs),
    MAKERS_ORDER_MS: '1500',
    MAX_OPEN_QUOTES: '0',
    ...over,
  }
  const book = await startTestOrderbook('market', env)
  stops.push(() => book.stop())
  return { ...book, env }
}

const winnerOf = (quote: QuoteWire) => quote.maker_quote?.maker_id ?? null
const recordOf = async ({ api }: Pick<TestOrderbook, 'api'>, makerId: string) =>
  resultOf(await api.get(`/makers/${makerId}/record`), makerRecordSchema)

/** How a maker does not stand by its quote, when it is asked about the order. */
const refusals: [string, () => Reply, string][] = [
  ['hangs', () => 'hang', 'no answer'],
  ['answers 500', () => ({ status: 500, body: {} }), 'no answer'],
  ['answers {}', () => ({ body: {} }), 'no answer'],
  ['declines', () => ({ body: { declined: 'the price moved' } }), 'declined'],
]

describe('a maker that wins and does not stand by its quote', () => {
  it.each(refusals)('is out at once at all replicas when it %s, and its user gets the next quote', async (...how) => {
    const [, refuse, reason] = how
    const hostile = await startFakeMaker('hostile', 24_990_000n, { order: refuse })
    const honest = await startFakeMaker('honest', 24_980_000n)
    const book = await bookWith([hostile, honest])
    const replica = compose(testConfig(book.database.url, book.env), { logger: silentLogger })
    stops.push(() => replica.stop())
    const other = request(await replica.start())
    const quote = await requestQuote(book.api)
    expect(winnerOf(quote)).toBe('hostile')

    const refused = errorOf(await book.api.post('/orders').send(orderBody(quote)))

    expect(refused).toMatchObject({ status: 409, code: 'QUOTE_WITHDRAWN' })
    const next = quoteSchema.parse(refused.details?.quote)
    expect([winnerOf(next), next.destination.amount, honest.asked]).toMatchObject([
      'honest',
      '24980000',
      { quotes: 1, orders: 0 },
    ])
    const order = resultOf(await other.post('/orders').send(orderBody(next)), orderSchema)
    expect(order.maker_quote && (await isSignedBy(honest.signer, order.maker_quote))).toBe(true)
    expect(winnerOf(await requestQuote(book.api))).toBe('honest')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(winnerOf(await requestQuote(other))).toBe('honest')
    expect(hostile.asked).toMatchObject({ quotes: 1, orders: 1 })
    const record = await recordOf({ api: other }, 'hostile')
    expect(record).toMatchObject({ asked: 1, refused: 1, strikes: 1, faults: [{ kind: 'refused', reason }] })
    expect(record.benched_until).toBe((record.faults[0]?.at ?? 0) + 60)
    const again = makerRecord(record.evidence, record.faults, { countedTo: record.counted_to, at: record.computed_at })
    expect(again).toMatchObject({ strikes: 1, benchedUntil: record.benched_until })
    const listed = resultOf(await other.get('/makers'), makerListSchema)
    expect(listed.data).toMatchObject([
      { asked: 1, refused: 1 },
      { asked: 1, refused: 0 },
    ])
  })

  it('is out for a signature that is not by its key, and the user takes the quote engine’s quote after it', async () => {
    const hostile = await startFakeMaker('hostile', 24_990_000n, {
      order: async (sign) => {
        const answer = await sign()
        if (answer === 'hang') return answer
        return { body: { ...(answer.body as object), signature: `0x${'11'.repeat(64)}1b` } }
      },
    })
    const book = await bookWith([hostile])
    const body = orderBody(await requestQuote(book.api))
    const refused = errorOf(await book.api.post('/orders').send(body))
    const next = quoteSchema.parse(refused.details?.quote)
    expect([winnerOf(next), next.destination.amount]).toEqual([null, '24975000'])
    expect((await book.api.post('/orders').send(orderBody(next))).status).toBe(201)
    expect(await recordOf(book, 'hostile')).toMatchObject({ refused: 1, faults: [{ reason: 'wrong signature' }] })
  })

  it('has every refusal of quotes that it won before counted, and is out once for them', async () => {
    const hostile = await startFakeMaker('hostile', 24_990_000n, { order: () => 'hang' })
    const book = await bookWith([hostile])
    const quotes = await Promise.all([1, 2, 3].map(() => requestQuote(book.api)))
    const answers = await Promise.all(quotes.map((quote) => book.api.post('/orders').send(orderBody(quote))))
    expect(answers.map((answer) => errorOf(answer).code)).toEqual(Array(3).fill('QUOTE_WITHDRAWN'))
    expect(await recordOf(book, 'hostile')).toMatchObject({ asked: 3, refused: 3, strikes: 1 })
  })

  it('costs no user the further offers of another one: each is given once', async () => {
    const hostile = await startFakeMaker('hostile', 24_990_000n, { order: () => 'hang' })
    const other = await startFakeMaker('hostile-2', 24_989_000n, { order: () => 'hang' })
    const book = await bookWith([hostile, other, await startFakeMaker('honest', 24_980_000n)])
    const quotes = await Promise.all([requestQuote(book.api), requestQuote(book.api)])
    const answers = await Promise.all(quotes.map((quote) => book.api.post('/orders').send(orderBody(quote))))
    const next = answers.map((answer) => quoteSchema.parse(errorOf(answer).details?.quote))
    expect(next.map(winnerOf).sort()).toEqual(['honest', null])
  })
})

describe('equal requests for a quote in one window', () => {
  it('share one auction, whose offers each of them gets once, and are answered when it has ended', async () => {
    const makers = await Promise.all([
      startFakeMaker('best', 24_990_000n),
      startFakeMaker('second', 24_985_000n),
      startFakeMaker('third', 24_980_000n),
    ])
    const book = await bookWith(makers)
    const start = performance.now()
    const quotes = await Promise.all([1, 2, 3].map(() => requestQuote(book.api)))
    expect(performance.now() - start).toBeGreaterThanOrEqual(windowMs - 50)
    expect(quotes.map(winnerOf).sort()).toEqual(['best', 'second', 'third'])
    expect(makers.map(({ asked }) => asked.quotes)).toEqual([1, 1, 1])
    const answers = await Promise.all(quotes.map((quote) => book.api.post('/orders').send(orderBody(quote))))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  it('are auctioned again one by one where more come than makers offer for', async () => {
    const makers = await Promise.all([startFakeMaker('best', 24_990_000n), startFakeMaker('second', 24_985_000n)])
    const book = await bookWith(makers)
    const quotes = await Promise.all([1, 2, 3, 4].map(() => requestQuote(book.api)))
    expect(quotes.map(winnerOf).sort()).toEqual(['best', 'best', 'best', 'second'])
  })
})

describe('a maker that mirrors each request for a quote with one of its own', () => {
  const cost = 24_990_000n
  const rounds = 4
  /** Prices by round and maker, in base units above the cost; of the maker `mirror` too. */
  const models: [string, (round: number, maker: number) => number][] = [
    ['fixed prices', (_round, maker) => [300, 200, 100, 150][maker] ?? 0],
    ['slowly moving prices', (round, maker) => round + ([3, 2, 1, 2][maker] ?? 0)],
    [
      'random prices',
      (round, maker) =>
        [
          [70, 20, 30, 10],
          [5, 90, 40, 80],
          [33, 12, 61, 7],
          [4, 9, 2, 88],
        ][round]?.[maker] ?? 0,
    ],
  ]

  it.each(models)('wins with %s only where its own price is the best', async (_model, priceOf) => {
    let round = 0
    let probes = 0
    let book: TestOrderbook | undefined
    const at = (delayMs: number, maker: number) => async (_sign: unknown, ask: { rfq_id: string }) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      return signFor(maker, ask, cost + BigInt(priceOf(round, maker)))
    }
    const makers: FakeMaker[] = []
    const signFor = async (maker: number, ask: object, amount: bigint): Promise<Reply> =>
      (await makers[maker]?.signed(ask as never, amount)) ?? 'hang'
    const names = ['honest-0', 'honest-1', 'honest-2']
    makers.push(...(await Promise.all(names.map((name, n) => startFakeMaker(name, 0n, { quote: at(5 + 50 * n, n) })))))
    makers.push(
      await startFakeMaker('mirror', 0n, {
        quote: async (_sign, ask) => {
          probes += 1
          const probe = book && requestQuote(book.api, { source_amount: ask.source_amount ?? '' })
          const inTime = new Promise<undefined>((resolve) =>
            setTimeout(() => resolve(undefined), ask.answer_within_ms - 300),
          )
          const seen = await Promise.race([probe, inTime])
          probe?.catch(() => undefined)
          const own = cost + BigInt(priceOf(round, 3))
          const known = seen === undefined ? own : BigInt(seen.destination.amount) + 1n
          return signFor(3, ask, known > own ? known : own)
        },
      }),
    )
    book = await bookWith(makers)
    const won: string[] = []
    const expected: string[] = []
    for (round = 0; round < rounds; round += 1) {
      won.push(winnerOf(await requestQuote(book.api, { source_amount: String(25_000_000 + round) })) ?? '')
      const prices = [0, 1, 2, 3].map((maker) => priceOf(round, maker))
      expected.push([...names, 'mirror'][prices.indexOf(Math.max(...prices))] ?? '')
    }
    expect(probes).toBeGreaterThanOrEqual(rounds)
    // An honest maker may be late on a busy machine; the mirror must not win for what it learned.
    expect(won.filter((winner, n) => winner === 'mirror' && expected[n] !== 'mirror')).toEqual([])
  })
})

describe('the record of a maker', () => {
  const fillBy = Math.floor(Date.now() / 1000) - 3_600

  /** An orderbook whose chains were read up to now, with an order of the maker that was not filled. */
  async function unfilled() {
    const book = await bookWith([await startFakeMaker('one', 24_980_000n)])
    const sql = (text: string, ...values: unknown[]) => book.database.prisma.$executeRawUnsafe(text, ...values)
    await sql(
      `INSERT INTO chain_cursors (chain, number, hash, head_number, head_timestamp, clock, clock_number, updated_at)
       SELECT chain, 102, $1, 102, extract(epoch FROM now()), extract(epoch FROM now()), 100, now()
       FROM unnest(ARRAY['devnet_a', 'devnet_b']) chain`,
      randomHash(),
    )
    const order = resultOf(await book.api.post('/orders').send(orderBody(await requestQuote(book.api))), orderSchema)
    await age(sql, order)
    return { book, order, sql }
  }

  type Run = (text: string, ...values: unknown[]) => Promise<number>

  /** It was made and funded some time ago; its time to fill was over an hour ago. */
  async function age(sql: Run, { order_id: id }: OrderWire) {
    await sql(
      `UPDATE orders SET created_at = to_timestamp($2), initiate_by = $2 + 600, fill_by = $2 + 900, maker_quote = jsonb_set(
         jsonb_set(maker_quote, '{message,initiate_by}', to_jsonb($2 + 600)), '{message,fill_by}', to_jsonb($2 + 900))
       WHERE order_id = $1::uuid`,
      ...[id, fillBy - 900],
    )
    await sql(
      `UPDATE intents SET create_tx_hash = $2, create_block_number = 7, create_timestamp = to_timestamp($3)
       WHERE order_id = $1::uuid AND side = 'source'`,
      ...[id, randomHash(), fillBy - 890],
    )
  }

  /** Copies the order so often, filled in time and claimed. */
  async function fill({ database }: TestOrderbook, sql: Run, { order_id: id }: OrderWire, times: number) {
    await sql(`CREATE TEMP TABLE made AS SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${times}) n`)
    const insert = async (table: string, over: Record<string, string>, where: string) => {
      const columns = await columnsOf(table)
      await sql(
        `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map((name) => over[name] ?? `t.${name}`).join(', ')}
         FROM ${table} t, made WHERE t.order_id = $1::uuid ${where}`,
        id,
      )
    }
    const columnsOf = async (table: string) =>
      (
        await database.prisma.$queryRawUnsafe<{ name: string }[]>(
          `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = 'public'`,
          table,
        )
      ).map(({ name }) => name)
    const unique = (text: string, digits = 64) => `'${text}' || lpad(to_hex(n), ${digits - 2}, '0')`
    await insert(
      'orders',
      {
        ...{ order_id: 'made.id', quote_id: 'gen_random_uuid()', commitment_hash: unique('0xab') },
        ...{ status: "'completed'", created_at: "t.created_at + n * interval '1 millisecond'" },
        completed_at: `to_timestamp(${fillBy - 100})`,
      },
      '',
    )
    const facts = {
      ...{ order_id: 'made.id', swap_id: unique('0xcd', 40), create_tx_hash: unique('0xef') },
      create_timestamp: `to_timestamp(${fillBy - 800})`,
    }
    await insert('intents', facts, '')
  }

  it('keeps its fades whatever number of swaps it makes with itself', async () => {
    const { book, order } = await unfilled()
    expect(await recordOf(book, 'one')).toMatchObject({ fills: 0, fades: 1 })
    await book.database.prisma.$transaction(async (tx) => {
      await fill(book, (text, ...values) => tx.$executeRawUnsafe(text, ...values), order, 1_100)
    })
    const replica = compose(testConfig(book.database.url, book.env), { logger: silentLogger })
    stops.push(() => replica.stop())
    const api = request(await replica.start())
    const first = await recordOf({ api }, 'one')
    expect(first).toMatchObject({ fills: 1_000, fades: 1, strikes: 1 })
    // The record is read in pages, all of one reading.
    const evidence = [...first.evidence]
    for (let cursor = first.next_cursor; cursor !== null; ) {
      const page = resultOf(await api.get('/makers/one/record').query({ cursor, limit: 100 }), makerRecordSchema)
      expect(page.computed_at).toBe(first.computed_at)
      evidence.push(...page.evidence)
      cursor = page.next_cursor
    }
    expect([first.evidence.length, new Set(evidence.map(({ order_id }) => order_id)).size]).toEqual([20, 1_001])
    const again = makerRecord(evidence, first.faults, { countedTo: first.counted_to, at: first.computed_at })
    expect(again).toMatchObject({ fills: 1_000, fades: 1, strikes: 1 })
    const unknown = await api.get('/makers/one/record').query({ cursor: randomUUID() })
    expect(errorOf(unknown).code).toBe('INVALID_CURSOR')
  })

  const at = (secs: number) => `to_timestamp(${fillBy + secs})`
  const readAt = (chain: string, from: number, to: number) => [
    `UPDATE chain_cursors SET updated_at = ${at(from)} WHERE chain = '${chain}'`,
    `UPDATE chain_cursors SET updated_at = ${at(to)} WHERE chain = '${chain}'`,
    `UPDATE chain_cursors SET updated_at = now() WHERE chain = '${chain}'`,
    `DELETE FROM chain_halts WHERE began_at = ${at(to)}`,
  ]
  it.each<[string, string, string[]]>([
    ['nothing stood still', 'faded', []],
    ['its destination’s chain stood still over the end', 'excused', readAt('devnet_b', -120, 10)],
    ['its source’s chain stood still', 'excused', readAt('devnet_a', -700, -500)],
    ['a chain stood still before its source came', 'faded', readAt('devnet_b', -2_000, -895)],
    ['a chain stood still after its time to fill', 'faded', readAt('devnet_b', 1, 1_000)],
    ['a chain made no block for a minute', 'faded', readAt('devnet_b', -120, -40)],
    [
      'its source’s chain still stands still',
      'excused',
      [`UPDATE chain_cursors SET updated_at = ${at(-300)} WHERE chain = 'devnet_a'`],
    ],
    ['a chain that it does not trade on stood still', 'faded', readAt('devnet_c', -120, 10)],
  ])('when %s: an order that was not filled is %s', async (_case, outcome, statements) => {
    const { book: made, sql } = await unfilled()
    for (const statement of statements) await sql(statement)
    const record = await recordOf(made, 'one')
    expect(record.evidence.map((fact) => fact.outcome)).toEqual([outcome])
    expect(record).toMatchObject({ fades: outcome === 'faded' ? 1 : 0 })
  })
})
