import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import {
  isSignedBy,
  makerListSchema,
  type OrderAsk,
  type OrderWire,
  orderConsentSchema,
  orderSchema,
  type QuoteWire,
  quoteSchema,
  type RefundAsk,
  rfqIdOf,
} from '@tandem/contracts'
import { until } from '@tandem/local-services'
import type { Response } from 'supertest'
import { createOrder, errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { randomHash } from '../support/builders.ts'
import type { FakeMaker, Reply } from '../support/fake-maker.ts'
import { startMaker, startMakerBook } from '../support/maker-book.ts'
import type { TestOrderbook } from '../support/orderbook.ts'

/** Stores that an escrow was created in time. */
async function createEscrow({ database }: TestOrderbook, order: OrderWire, side: 'source' | 'destination') {
  await database.prisma.$executeRawUnsafe(
    `UPDATE intents SET create_tx_hash = $1, create_block_number = 7, create_timestamp = to_timestamp($2)
     WHERE order_id = $3::uuid AND side::text = $4`,
    randomHash(),
    (order.initiate_by ?? 0) - 10,
    order.order_id,
    side,
  )
  await database.prisma.order.update({ where: { orderId: order.order_id }, data: { status: `${side}_initiated` } })
}

/** A maker's counters for today. */
const today = (counts: object) => ({
  date: expect.any(String),
  ...{ won: 0, filled: 0, faded: 0, refused: 0 },
  ...counts,
})

const winnerOf = (quote: QuoteWire) => quote.maker_quote?.maker_id ?? null

describe('POST /quotes with makers', () => {
  it('gives the best honest price of ten makers, of which one hangs and four lie', async () => {
    const honest = await Promise.all(
      [24_970_000n, 24_990_000n, 24_980_000n, 24_960_000n, 24_940_000n].map((amount, index) =>
        startMaker(`honest-${index}`, amount),
      ),
    )
    const hostile = await Promise.all([
      startMaker('hangs', 25_000_000n, { quote: () => 'hang' }),
      startMaker('too-good', 250_000_000n),
      startMaker('garbage', 25_000_000n, { quote: () => ({ body: `{"message":${'['.repeat(5_000)}` }) }),
      startMaker('endless', 25_000_000n, {
        quote: () => ({ body: JSON.stringify({ declined: 'x'.repeat(100_000) }) }),
      }),
      startMaker('forger', 25_000_000n, {
        // The signature is another key's.
        quote: async (sign) => {
          const answer = await sign()
          if (answer === 'hang') return answer
          return { body: { ...(answer.body as object), signature: `0x${'11'.repeat(64)}1b` } }
        },
      }),
    ])
    const book = await startMakerBook([...honest, ...hostile])

    const quote = await requestQuote(book.api)

    expect(winnerOf(quote)).toBe('honest-1')
    expect(quote).toMatchObject({
      source: { amount: '25000000' },
      destination: { amount: '24990000' },
      fee_bips: 0,
      source_solver_address: honest[1]?.addresses.devnet_a,
      dest_solver_address: honest[1]?.addresses.devnet_b,
    })
    expect([...honest, ...hostile].map(({ asked }) => asked.quotes)).toEqual(Array(10).fill(1))
    expect([...honest, ...hostile].map(({ asked }) => asked.unsigned)).toEqual(Array(10).fill(0))
    expect(resultOf(await book.api.get(`/quotes/${quote.quote_id}`), quoteSchema)).toEqual(quote)
    const { text } = await book.api.get('/metrics')
    const counted = (outcome: string) =>
      [...text.matchAll(/^orderbook_maker_answers_total\{maker="([^"]+)",outcome="([^"]+)".*\} 1$/gm)]
        .flatMap(([, maker, said]) => (said === outcome ? [maker] : []))
        .sort()
    expect({ won: counted('won'), offered: counted('offered') }).toEqual({
      won: ['honest-1'],
      // The quote engine's own price is better than three of these.
      offered: ['honest-0', 'honest-2', 'honest-3', 'honest-4'],
    })
  })

  it('makes the order of the maker that signed, and keeps what it signed for everybody to check', async () => {
    const maker = await startMaker('one', 24_980_000n)
    const book = await startMakerBook([maker])
    const quote = await requestQuote(book.api)
    const order = resultOf(await book.api.post('/orders').send(orderBody(quote)), orderSchema)
    expect(order).toMatchObject({
      source_intent: { recipient: maker.addresses.devnet_a, amount: '25000000' },
      destination_intent: { creator: maker.addresses.devnet_b, amount: '24980000' },
    })
    const read = resultOf(await book.api.get(`/orders/${order.order_id}`), orderSchema)
    expect(read.maker_quote).toMatchObject({
      maker_id: 'one',
      signer: maker.signer,
      message: { fill_by: order.fill_by },
    })
    expect(read.maker_quote && (await isSignedBy(maker.signer, read.maker_quote))).toBe(true)
    const listed = resultOf(await book.api.get('/makers'), makerListSchema)
    expect(listed.data).toEqual([
      expect.objectContaining({
        maker_id: 'one',
        signer: maker.signer,
        days: [today({ won: 1 })],
        benched_until: null,
      }),
    ])
  })

  it('quotes itself when no maker does better, or none is on the route', async () => {
    const book = await startMakerBook([await startMaker('worse', 24_974_999n)])
    expect(winnerOf(await requestQuote(book.api))).toBeNull()
    const other = await requestQuote(book.api, { source_asset: 'devnet_a:eth', source_amount: '1000000000000000000' })
    expect(winnerOf(other)).toBeNull()
  })
})

describe('the identifier of a quote', () => {
  it('is told to no maker before the order: none that was asked can read the quote, or take it', async () => {
    const seen: string[] = []
    const loser = await startMaker('loser', 1n, {
      quote: (_sign, ask) => {
        seen.push(
          ...Object.values(ask)
            .filter((value) => /^[0-9a-f-]{36}$/.test(String(value)))
            .map(String),
        )
        return { body: { declined: 'only listening' } }
      },
    })
    const winner = await startMaker('winner', 24_980_000n)
    const book = await startMakerBook([loser, winner])
    const quote = await requestQuote(book.api)
    expect([winnerOf(quote), seen.length]).toEqual(['winner', 1])
    expect(seen).not.toContain(quote.quote_id)
    for (const id of seen) {
      expect((await book.api.get(`/quotes/${id}`)).status).toBe(404)
      const taken = await book.api.post('/orders').send(orderBody({ ...quote, quote_id: id }))
      expect(errorOf(taken).code).toBe('QUOTE_NOT_FOUND')
    }
    const order = resultOf(await book.api.post('/orders').send(orderBody(quote)), orderSchema)
    expect([order.quote_id, order.maker_quote?.message.quote_id]).toEqual([quote.quote_id, rfqIdOf(quote.quote_id)])
    expect(order.maker_quote && (await isSignedBy(winner.signer, order.maker_quote))).toBe(true)
  })
})

describe('a client with many open quotes', () => {
  const asked = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' }

  it('gets no more of them until they expire, whatever orders it makes; makers are not asked meanwhile', async () => {
    const maker = await startMaker('one', 24_980_000n)
    const entry = { ...maker.entry, routes: ['devnet_a:usdc>devnet_b:usdc'] }
    const book = await startMakerBook([{ ...maker, entry }], { MAX_OPEN_QUOTES: '3', TRUST_PROXY: '1' })
    const post = (path: string, body: object, address = '192.0.2.1') =>
      book.api.post(path).set('X-Forwarded-For', address).send(body)
    const ask = (address?: string) => post('/quotes', asked, address)
    // These requests reach no maker, so they do not count.
    for (let made = 0; made < 4; made += 1) {
      expect((await post('/quotes', { ...asked, destination_asset: 'devnet_c:usdc' })).status).toBe(201)
      expect(errorOf(await post('/quotes', { ...asked, source_amount: '1' })).code).toBe('AMOUNT_OUT_OF_BOUNDS')
    }
    const quotes = [await ask(), await ask(), await ask()].map((answer) => resultOf(answer, quoteSchema))
    for (const quote of quotes) expect((await post('/orders', orderBody(quote))).status).toBe(201)
    const refused = await ask()
    expect(errorOf(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(Number(refused.get('retry-after'))).toBeGreaterThan(0)
    expect([(await ask('192.0.2.2')).status, maker.asked.quotes]).toEqual([201, 4])
  })

  it('gets fifty times as many with an API key', async () => {
    const key = randomUUID()
    const book = await startMakerBook([await startMaker('one', 24_980_000n)], { MAX_OPEN_QUOTES: '1', API_KEYS: key })
    const ask = async () => (await book.api.post('/quotes').set('authorization', `Bearer ${key}`).send(asked)).status
    for (let made = 0; made < 50; made += 1) expect(await ask()).toBe(201)
    expect(await ask()).toBe(429)
  })

  it('gets any number where no maker holds money for them', async () => {
    const book = await startMakerBook([], { MAX_OPEN_QUOTES: '1' })
    for (let made = 0; made < 3; made += 1) expect((await book.api.post('/quotes').send(asked)).status).toBe(201)
  })
})

describe('a quote whose orders fail', () => {
  /** A maker that accepts a quote for two commitment hashes at most. */
  async function aMaker(makerId = 'one') {
    const hashes: string[] = []
    const maker = await startMaker(makerId, 24_980_000n, {
      order: (sign, { commitment_hash: hash, message: { quote_id: id } }) => {
        if (!hashes.includes(`${id} ${hash}`)) hashes.push(`${id} ${hash}`)
        return hashes.filter((one) => one.startsWith(id)).length > 2 ? { body: { declined: 'not now' } } : sign()
      },
    })
    return { maker, hashes }
  }
  const isOrdered = async (answer: PromiseLike<Response>) => (await answer).status === 201

  it('asks no maker about a commitment hash that an order has', async () => {
    const { maker, hashes } = await aMaker()
    const book = await startMakerBook([maker])
    const older: string[] = []
    for (let made = 0; made < 4; made += 1) older.push((await createOrder(book.api)).source_intent.commitment_hash)
    const quote = await requestQuote(book.api)
    for (const commitment_hash of older) {
      const body = orderBody(quote, { commitment_hash })
      expect(errorOf(await book.api.post('/orders').send(body)).code).toBe('COMMITMENT_REUSED')
    }
    expect(hashes).toHaveLength(4)
    expect(await isOrdered(book.api.post('/orders').send(orderBody(quote)))).toBe(true)
    expect(winnerOf(await requestQuote(book.api))).toBe('one')
  })

  it('asks its maker for one of twenty orders that come at once, and goes on asking it for quotes', async () => {
    const { maker, hashes } = await aMaker()
    const book = await startMakerBook([maker])
    const quote = await requestQuote(book.api)
    const answers = await Promise.all(Array.from({ length: 20 }, () => book.api.post('/orders').send(orderBody(quote))))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map((answer) => errorOf(answer).code)).toEqual(Array(19).fill('QUOTE_CONSUMED'))
    expect(hashes).toHaveLength(1)
    expect(winnerOf(await requestQuote(book.api))).toBe('one')
  })

  it('makes one order of a request that is sent again, at once and later', async () => {
    const { maker, hashes } = await aMaker()
    const book = await startMakerBook([maker])
    const body = orderBody(await requestQuote(book.api))
    const answers = await Promise.all(Array.from({ length: 5 }, () => book.api.post('/orders').send(body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await book.api.post('/orders').send(body)).status).toBe(409)
    expect([hashes.length, await book.database.prisma.order.count()]).toEqual([1, 1])
  })

  it('makes no order when the maker took so long that it does not count on one any more', async () => {
    let shiftMs = 0
    const maker = await startMaker('one', 24_980_000n, {
      order: (sign) => {
        shiftMs = 91_000
        return sign()
      },
    })
    const book = await startMakerBook([maker], {}, { now: () => Date.now() + shiftMs })
    const body = orderBody(await requestQuote(book.api))
    expect(errorOf(await book.api.post('/orders').send(body)).code).toBe('QUOTE_EXPIRED')
    expect(await book.database.prisma.order.count()).toBe(0)
  })

  it('makes none by the clock of the database either', async () => {
    const book = await startMakerBook([(await aMaker()).maker])
    const body = orderBody(await requestQuote(book.api))
    // The quote expires in the claim, which comes after the quote was read.
    const expireLate = `CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.expires_at := now() - interval '31 seconds'; RETURN NEW; END $$`
    await book.database.prisma.$executeRawUnsafe(expireLate)
    await book.database.prisma.$executeRawUnsafe(
      'CREATE TRIGGER late BEFORE UPDATE OF claimed_hash ON quotes FOR EACH ROW EXECUTE FUNCTION late()',
    )
    expect(errorOf(await book.api.post('/orders').send(body)).code).toBe('QUOTE_EXPIRED')
    expect(await book.database.prisma.order.count()).toBe(0)
  })

  it('may be ordered by the same request after its maker did not answer, and by no other one', async () => {
    let asked = 0
    const asks: OrderAsk[] = []
    const maker = await startMaker('one', 24_980_000n, {
      order: (sign, ask) => {
        asks.push(ask)
        asked += 1
        if (asked === 1) return { status: 500, body: {} }
        return asked === 2 ? { body: { declined: 'not again' } } : sign()
      },
    })
    const book = await startMakerBook([maker])
    const quote = await requestQuote(book.api)
    const body = orderBody(quote)
    const send = async (sent: object) => errorOf(await book.api.post('/orders').send(sent))
    const first = await send(body)
    expect(first.code).toBe('QUOTE_WITHDRAWN')
    expect((await send(orderBody(quote))).code).toBe('QUOTE_CONSUMED')
    // The refusal offers the same next quote again.
    expect(await send(body)).toEqual(first)
    const order = resultOf(await book.api.post('/orders').send(body), orderSchema)
    // Every question names the same order, so the maker can look that order up.
    expect(asks.map(({ order_id }) => order_id)).toEqual(Array(3).fill(order.order_id))
    const listed = resultOf(await book.api.get('/makers'), makerListSchema)
    expect(listed.data).toMatchObject([{ days: [today({ won: 1, refused: 1 })] }])
  })
})

describe('a maker that fades', () => {
  it('is asked for no quotes for a minute, once the chain shows that it did not fund', async () => {
    const fader = await startMaker('fader', 24_990_000n)
    const book = await startMakerBook([fader, await startMaker('steady', 24_980_000n)])
    const order = resultOf(await book.api.post('/orders').send(orderBody(await requestQuote(book.api))), orderSchema)
    // The source came in time, the time to fill has passed, and the destination's chain was read beyond it.
    const fillBy = order.fill_by ?? 0
    const sql = (text: string, ...values: unknown[]) => book.database.prisma.$executeRawUnsafe(text, ...values)
    await createEscrow(book, order, 'source')
    await sql(
      `INSERT INTO chain_cursors (chain, number, hash, head_number, head_timestamp, clock, clock_number, updated_at)
       VALUES ('devnet_b', 102, $1, 102, $2, $2, 100, now())`,
      randomHash(),
      fillBy + 60,
    )
    const listed = resultOf(await book.api.get('/makers'), makerListSchema)
    expect(listed.data.map(({ days }) => days)).toEqual([[today({ won: 1, faded: 1 })], []])
    // A replica's knowledge of cooldowns is at most a second old.
    await until(async () => winnerOf(await requestQuote(book.api)) === 'steady', 'the fader is benched')
    const [benched, asked] = resultOf(await book.api.get('/makers'), makerListSchema).data
    // The fade counted two seconds after `fill_by`, because the chain's confirmations take that
    // long.
    expect(benched?.benched_until).toBe(new Date((fillBy + 2 + 60) * 1000).toISOString())
    expect(asked?.benched_until).toBeNull()
  })
})

describe('GET /orders/{order_id}/consent', () => {
  const deadline = 4_000_000_000
  const forged = { deadline, signature: `0x${'ab'.repeat(65)}` as const }

  /** Creates an order of the maker whose source is on chain. `passFillBy` moves the clock past the time to fill. */
  async function unfilled(refund: (ask: RefundAsk, maker: FakeMaker) => Promise<Reply> | Reply, env = {}) {
    const maker: FakeMaker = await startMaker('one', 24_980_000n, { refund: (ask) => refund(ask, maker) })
    let shiftMs = 0
    const book = await startMakerBook([maker], env, { now: () => Date.now() + shiftMs })
    const quote = await requestQuote(book.api)
    const order = resultOf(await book.api.post('/orders').send(orderBody(quote)), orderSchema)
    const ask = async () => resultOf(await book.api.get(`/orders/${order.order_id}/consent`), orderConsentSchema)
    const passFillBy = () => {
      shiftMs = (order.fill_by ?? 0) * 1000 - Date.now() + 1000
    }
    return { book, maker, order, ask, passFillBy }
  }

  it('asks the maker once its time to fill is over, and hands on what it signed', async () => {
    const asks: object[] = []
    const consents: unknown[] = []
    const { book, maker, order, ask, passFillBy } = await unfilled(async (asked, one) => {
      asks.push(asked)
      const consent = await one.consentFor(asked, deadline)
      consents.push(consent)
      return { body: { consent } }
    })
    expect(await ask()).toEqual({ consent: null, reason: 'not_open' })
    await createEscrow(book, order, 'source')
    expect(await ask()).toEqual({ consent: null, reason: 'too_early' })
    expect(maker.asked.refunds).toBe(0)
    passFillBy()
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers).toEqual(Array(3).fill({ consent: consents[0], reason: null }))
    const { swap_id, registry_address } = order.source_intent
    expect(asks).toContainEqual({
      ...{ order_id: order.order_id, quote_id: rfqIdOf(order.quote_id), swap_id, registry_address },
      source_chain_id: order.maker_quote?.message.source_chain_id,
    })
    expect(maker.asked.unsigned).toBe(0)
    const before = maker.asked.refunds
    await createEscrow(book, order, 'destination')
    expect([await ask(), maker.asked.refunds]).toEqual([{ consent: null, reason: 'filled' }, before])
    expect(errorOf(await book.api.get(`/orders/${randomUUID()}/consent`))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  it('has none of a maker that refuses, hangs, lies or signs for too short a time, and asks it again each time', async () => {
    type Answer = (ask: RefundAsk, maker: FakeMaker) => Promise<Reply> | Reply
    const signed = (until: number, over: Partial<RefundAsk> = {}): Answer => {
      return async (ask, maker) => ({ body: { consent: await maker.consentFor({ ...ask, ...over }, until) } })
    }
    const stranger = await startMaker('stranger', 1n)
    const useless: Answer[] = [
      () => 'hang',
      () => ({ body: '[[[[' }),
      () => ({ body: { consent: { ...forged, more: 1 } } }),
      () => ({ status: 500, body: { consent: forged } }),
      () => ({ body: { consent: { ...forged, signature: `0x${'ab'.repeat(40_000)}` } } }),
      () => ({ body: { consent: forged } }),
      async (ask) => ({ body: { consent: await stranger.consentFor(ask, deadline) } }),
      signed(deadline, { swap_id: `0x${'12'.repeat(20)}` }),
      signed(1_000),
    ]
    const answers: Answer[] = [() => ({ body: { declined: 'no' } }), ...useless, signed(deadline)]
    let answered = 0
    const { book, order, ask, passFillBy } = await unfilled(
      (asked, maker) => {
        const answer = answers[answered]
        answered += 1
        return answer?.(asked, maker) ?? 'hang'
      },
      { MAKERS_ORDER_MS: '700' },
    )
    await createEscrow(book, order, 'source')
    passFillBy()
    const reasons: unknown[] = []
    for (const _ of answers) reasons.push((await ask()).reason)
    expect(reasons).toEqual(['declined', ...useless.map(() => 'no_answer'), null])
    expect(winnerOf(await requestQuote(book.api))).toBe('one')
  })
})
