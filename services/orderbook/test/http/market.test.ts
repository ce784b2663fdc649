import { describe, expect, it } from '@jest/globals'
import {
  isSignedBy,
  makerListSchema,
  networkSchema,
  type OrderWire,
  orderSchema,
  type QuoteWire,
  quoteSchema,
} from '@tandem/contracts'
import { makeMakerEvents } from '../../src/makers/db/maker-event.store.ts'
import { cooldownUntil } from '../../src/makers/domain/cooldown.ts'
import { errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { randomHash } from '../support/builders.ts'
import type { FakeMaker, Reply } from '../support/fake-maker.ts'
import { startMaker, startMakerBook } from '../support/maker-book.ts'
import { networkWire } from '../support/network.ts'
import type { TestOrderbook } from '../support/orderbook.ts'
import { startReplica } from '../support/use-orderbook.ts'

const windowMs = 1_500

const bookWith = (makers: readonly Pick<FakeMaker, 'entry'>[], over: Record<string, string> = {}) =>
  startMakerBook(makers, {
    MAKERS_ANSWER_MS: String(windowMs),
    MAKERS_ORDER_MS: '1500',
    MAX_OPEN_QUOTES: '0',
    ...over,
  })

const winnerOf = (quote: QuoteWire) => quote.maker_quote?.maker_id ?? null
/** A maker's counters over all days, and the end of its cooldown. */
async function makerOf({ api }: Pick<TestOrderbook, 'api'>, makerId: string) {
  const { data } = resultOf(await api.get('/makers'), makerListSchema)
  const maker = data.find(({ maker_id }) => maker_id === makerId)
  const sum = (name: 'won' | 'filled' | 'faded' | 'refused') =>
    (maker?.days ?? []).reduce((all, day) => all + day[name], 0)
  return {
    won: sum('won'),
    filled: sum('filled'),
    faded: sum('faded'),
    refused: sum('refused'),
    benchedUntil: maker?.benched_until,
  }
}

/** The ways in which a maker can break its quote when it is asked about the order. */
const refusals: [string, () => Reply][] = [
  ['hangs', () => 'hang'],
  ['answers 500', () => ({ status: 500, body: {} })],
  ['answers {}', () => ({ body: {} })],
  ['declines', () => ({ body: { declined: 'the price moved' } })],
]

describe('a maker that wins and does not stand by its quote', () => {
  it.each(refusals)(
    'is out at once at all replicas when it %s, and its user gets the next quote',
    async (_how, refuse) => {
      const hostile = await startMaker('hostile', 24_990_000n, { order: refuse })
      const honest = await startMaker('honest', 24_980_000n)
      const book = await bookWith([hostile, honest])
      const { api: other } = await startReplica(book, book.env)
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
      const refusal = await book.database.prisma.makerRefusal.findFirstOrThrow()
      const until = new Date((Math.floor(refusal.at.getTime() / 1000) + 60) * 1000).toISOString()
      expect(await makerOf({ api: other }, 'hostile')).toMatchObject({ won: 0, refused: 1, benchedUntil: until })
      expect(await makerOf({ api: other }, 'honest')).toMatchObject({ won: 1, refused: 0, benchedUntil: null })
    },
  )

  it('is out for a signature that is not by its key, and the user takes the quote engine’s quote after it', async () => {
    const hostile = await startMaker('hostile', 24_990_000n, {
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
    expect(await makerOf(book, 'hostile')).toMatchObject({ won: 0, refused: 1, benchedUntil: expect.any(String) })
  })

  it('has every refusal of quotes that it won before counted, and is out once for them', async () => {
    const hostile = await startMaker('hostile', 24_990_000n, { order: () => 'hang' })
    const book = await bookWith([hostile])
    const quotes = await Promise.all([1, 2, 3].map(() => requestQuote(book.api)))
    const answers = await Promise.all(quotes.map((quote) => book.api.post('/orders').send(orderBody(quote))))
    expect(answers.map((answer) => errorOf(answer).code)).toEqual(Array(3).fill('QUOTE_WITHDRAWN'))
    const { refused, benchedUntil } = await makerOf(book, 'hostile')
    const first = await book.database.prisma.makerRefusal.findFirstOrThrow({ orderBy: { at: 'asc' } })
    const until = new Date((Math.floor(first.at.getTime() / 1000) + 60) * 1000).toISOString()
    expect([refused, benchedUntil]).toEqual([3, until])
  })

  it('costs no user the further offers of another one: each is given once', async () => {
    const hostile = await startMaker('hostile', 24_990_000n, { order: () => 'hang' })
    const other = await startMaker('hostile-2', 24_989_000n, { order: () => 'hang' })
    const book = await bookWith([hostile, other, await startMaker('honest', 24_980_000n)])
    const quotes = await Promise.all([requestQuote(book.api), requestQuote(book.api)])
    const answers = await Promise.all(quotes.map((quote) => book.api.post('/orders').send(orderBody(quote))))
    const next = answers.map((answer) => quoteSchema.parse(errorOf(answer).details?.quote))
    expect(next.map(winnerOf).sort()).toEqual(['honest', null])
  })
})

describe('equal requests for a quote in one window', () => {
  it('share one auction, whose offers each of them gets once, and are answered when it has ended', async () => {
    const makers = await Promise.all([
      startMaker('best', 24_990_000n),
      startMaker('second', 24_985_000n),
      startMaker('third', 24_980_000n),
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
    const makers = await Promise.all([startMaker('best', 24_990_000n), startMaker('second', 24_985_000n)])
    const book = await bookWith(makers)
    const quotes = await Promise.all([1, 2, 3, 4].map(() => requestQuote(book.api)))
    expect(quotes.map(winnerOf).sort()).toEqual(['best', 'best', 'best', 'second'])
  })
})

describe('a maker that mirrors each request for a quote with one of its own', () => {
  const cost = 24_990_000n
  const rounds = 4
  /** Prices by round and maker, in base units above the cost, including those of the maker `mirror`. */
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
    makers.push(...(await Promise.all(names.map((name, n) => startMaker(name, 0n, { quote: at(5 + 50 * n, n) })))))
    makers.push(
      await startMaker('mirror', 0n, {
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
    // An honest maker may be late on a busy machine, but the mirror must not win by what it learned.
    expect(won.filter((winner, n) => winner === 'mirror' && expected[n] !== 'mirror')).toEqual([])
  })
})

describe('what a maker did with its orders', () => {
  const fillBy = Math.floor(Date.now() / 1000) - 3_600

  /** Starts an orderbook whose chains were read up to now, with an order that the maker did not fill. */
  async function unfilled() {
    const book = await bookWith([await startMaker('one', 24_980_000n)])
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

  const eventsOf = ({ database }: TestOrderbook) => makeMakerEvents(database, networkSchema.parse(networkWire))

  type Run = (text: string, ...values: unknown[]) => Promise<number>

  /** Makes an order old: it was created and funded in the past, and its time to fill ended over an hour ago. */
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
    await sql(`UPDATE orders SET status = 'refundable' WHERE order_id = $1::uuid`, id)
  }

  /** Copies the order this many times, filled in time and claimed. */
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

  it('is counted order by order, and a fade shows beside any number of swaps that it makes with itself', async () => {
    const { book, order } = await unfilled()
    expect(await makerOf(book, 'one')).toMatchObject({ won: 1, filled: 0, faded: 1 })
    await book.database.prisma.$transaction(async (tx) => {
      await fill(book, (text, ...values) => tx.$executeRawUnsafe(text, ...values), order, 1_100)
    })
    const { api } = await startReplica(book, book.env)
    expect(await makerOf({ api }, 'one')).toMatchObject({ won: 1_101, filled: 1_100, faded: 1 })
    // The maker's swaps with itself came before the fade, so that they do not end its cooldown.
    const events = (await eventsOf(book).recent(['one'])).get('one') ?? []
    expect(cooldownUntil(events)).toBe(fillBy + 2 + 60)
  })

  it('leaves failures out that have more fills behind them than are read: they are no series', async () => {
    const { book, order, sql } = await unfilled()
    await book.database.prisma.$transaction(async (tx) => {
      await fill(book, (text, ...values) => tx.$executeRawUnsafe(text, ...values), order, 100)
    })
    await sql(
      `UPDATE intents SET create_timestamp = to_timestamp(${fillBy + 300}) WHERE side = 'destination' AND create_tx_hash IS NOT NULL`,
    )
    await sql(`UPDATE orders SET fill_by = ${fillBy + 900} WHERE status = 'completed'`)
    const events = (await eventsOf(book).recent(['one'])).get('one') ?? []
    expect(events.map(({ kind }) => kind)).toEqual(Array(100).fill('filled'))
  })

  const at = (secs: number) => `to_timestamp(${fillBy + secs})`
  const escrow = (side: string, secs: number) =>
    `UPDATE intents SET create_tx_hash = '0xab', create_block_number = 7, create_timestamp = ${at(secs)} WHERE side = '${side}'`
  it.each<[string, 'filled' | 'faded' | 'neither', string[]]>([
    ['its source stood and its destination was not funded', 'faded', []],
    ['its destination was funded a second before its latest time', 'filled', [escrow('destination', -1)]],
    ['its destination was funded at its latest time', 'faded', [escrow('destination', 0)]],
    ['its source came at the last second', 'faded', [escrow('source', -300)]],
    ['its source came a second too late', 'neither', [escrow('source', -299)]],
    [
      'its source went back to the user before',
      'neither',
      [`UPDATE intents SET cancel_timestamp = ${at(-1)} WHERE side = 'source'`],
    ],
    [
      'its source went back to the user afterwards',
      'faded',
      [`UPDATE intents SET cancel_timestamp = ${at(0)} WHERE side = 'source'`],
    ],
    [
      'its source is not what was agreed',
      'neither',
      [`UPDATE intents SET contradiction = 'another amount' WHERE side = 'source'`],
    ],
    [
      'its destination’s chain was not read so far at depth',
      'neither',
      [`UPDATE chain_cursors SET clock = ${fillBy - 1} WHERE chain = 'devnet_b'`],
    ],
    [
      'its destination’s chain was read just so far',
      'faded',
      [`UPDATE chain_cursors SET clock = ${fillBy} WHERE chain = 'devnet_b'`],
    ],
    ['its destination’s chain was never read', 'neither', [`DELETE FROM chain_cursors WHERE chain = 'devnet_b'`]],
    [
      'a reorganization took its source away',
      'neither',
      [`UPDATE intents SET create_tx_hash = NULL, create_block_number = NULL, create_timestamp = NULL`],
    ],
  ])('when %s: the order counts as %s', async (_case, outcome, statements) => {
    const { book, sql } = await unfilled()
    for (const statement of statements) await sql(statement)
    const { filled, faded } = await makerOf(book, 'one')
    expect({ filled, faded }).toEqual({ filled: outcome === 'filled' ? 1 : 0, faded: outcome === 'faded' ? 1 : 0 })
    const events = (await eventsOf(book).recent(['one'])).get('one') ?? []
    expect(events.map(({ kind }) => kind)).toEqual(outcome === 'neither' ? [] : [outcome])
  })
})
