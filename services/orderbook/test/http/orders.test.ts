import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { type CreateOrderWire, orderSchema, type QuoteWire, quoteSchema } from '@tandem/contracts'
import { zeroAddress } from 'viem'
import { createOrder, errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { randomAddress, randomHash } from '../support/builders.ts'
import { changeStatus } from '../support/change-status.ts'
import { startOrderbook, useOrderbook } from '../support/use-orderbook.ts'

const book = useOrderbook('orders')
const stored = async () => ({
  orders: await book.database.prisma.order.count(),
  intents: await book.database.prisma.intent.count(),
  events: await book.database.prisma.orderEvent.count(),
  consumed: await book.database.prisma.quote.count({ where: { consumedAt: { not: null } } }),
})

describe('POST /orders', () => {
  it('answers 201 with the order, its two vaults, and where to find it', async () => {
    const quote = await requestQuote(book.api)
    const body = orderBody(quote)
    const response = await book.api.post('/orders').send(body)
    const order = resultOf(response, orderSchema)
    expect(response.status).toBe(201)
    expect(response.headers.location).toBe(`/orders/${order.order_id}`)
    expect(order).toMatchObject({
      user_id: 'user-1',
      quote_id: quote.quote_id,
      status: 'created',
      fee_bips: 10,
      source_intent: {
        chain: 'devnet_a',
        asset: 'devnet_a:usdc',
        amount: '25000000',
        creator: body.source.recipient,
        recipient: quote.source_solver_address,
        commitment_hash: body.commitment_hash,
        commitment: null,
        create_tx_hash: null,
        l1_hop: false,
        status: 'awaiting',
      },
      destination_intent: {
        chain: 'devnet_b',
        amount: '24975000',
        creator: quote.dest_solver_address,
        recipient: body.destination.recipient,
        commitment_hash: body.commitment_hash,
        status: 'awaiting',
      },
      next_action: { actor: 'user', action: 'initiate_source', chain: 'devnet_a' },
    })
    expect(order.source_intent.swap_id).not.toBe(order.destination_intent.swap_id)
    const margin = order.source_intent.cancel_after - order.destination_intent.cancel_after
    expect(margin).toBeGreaterThanOrEqual(21_600)
  })

  it('binds a hop route to the hub chain, and says where the tokens go', async () => {
    const quote = await requestQuote(book.api, { destination_asset: 'devnet_c:usdc' })
    const body = orderBody(quote)
    const order = resultOf(await book.api.post('/orders').send(body), orderSchema)
    expect(order.destination_intent).toMatchObject({
      chain: 'devnet_b',
      asset: 'devnet_b:usdc',
      l1_hop: true,
      hop_recipient: body.destination.recipient,
      hop_relayer_fee: '5000',
      final_chain: 'devnet_c',
      hop_dest_blockchain_id: `0x${'c'.repeat(64)}`,
    })
    const held = BigInt(order.destination_intent.amount)
    expect(held - BigInt(order.destination_intent.hop_relayer_fee ?? 0)).toBe(BigInt(quote.destination.amount))
  })

  it('refuses more orders than a user of a key, or a funding address, may leave unfunded, until one is funded', async () => {
    const key = randomBytes(16).toString('hex')
    const bearer = `Bearer ${key}`
    const limited = await startOrderbook(
      'unfunded',
      { MAX_UNFUNDED: '3', API_KEYS: key },
      {},
      { maxUnfundedPerAddress: 2 },
    )
    const recipient = randomAddress()
    const submit = async (userId: string, funder = randomAddress()) => {
      const asked = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' }
      const quote = resultOf(await limited.api.post('/quotes').set('authorization', bearer).send(asked), quoteSchema)
      const body = orderBody(quote, { user_id: userId, source: { ...quote.source, recipient: funder } })
      return limited.api.post('/orders').set('authorization', bearer).send(body)
    }
    const first = resultOf(await submit('ann'), orderSchema)
    for (let made = 1; made < 3; made += 1) expect((await submit('ann')).status).toBe(201)
    const refused = errorOf(await submit('ann'))
    expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_UNFUNDED_ORDERS', details: { of: 'user', limit: 3 } })
    await changeStatus(limited.database.prisma, first.order_id, 'source_initiated')
    expect((await submit('ann')).status).toBe(201)
    for (const user of ['bob', 'cid']) expect((await submit(user, recipient)).status).toBe(201)
    expect(errorOf(await submit('dan', recipient)).details).toEqual({ of: 'address', limit: 2 })
  })

  it('refuses more orders than a network may leave unfunded in all', async () => {
    const limited = await startOrderbook('unfunded', { MAX_UNFUNDED: '2', TRUST_PROXY: '1' })
    const submit = async (address: string) => {
      const quote = await requestQuote(limited.api)
      const body = orderBody(quote, {
        user_id: randomAddress(),
        source: { ...quote.source, recipient: randomAddress() },
      })
      return limited.api.post('/orders').set('X-Forwarded-For', address).send(body)
    }
    const first = resultOf(await submit('192.0.2.1'), orderSchema)
    expect((await submit('192.0.2.1')).status).toBe(201)
    expect(errorOf(await submit('192.0.2.1'))).toMatchObject({
      ...{ status: 429, code: 'TOO_MANY_UNFUNDED_ORDERS', details: { of: 'client', limit: 2 } },
    })
    expect((await submit('192.0.2.2')).status).toBe(201)
    await changeStatus(limited.database.prisma, first.order_id, 'source_initiated')
    expect((await submit('192.0.2.1')).status).toBe(201)
  })

  it('counts unfunded orders against the client that makes them, not against whom they name', async () => {
    const [stranger, owner] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
    const env = { MAX_UNFUNDED: '2', API_KEYS: `${stranger},${owner}` }
    const limited = await startOrderbook('unfunded', env, {}, { maxUnfundedPerAddress: 2 })
    const funder = randomAddress()
    const submit = async (key: string) => {
      const asked = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' }
      const bearer = `Bearer ${key}`
      const quote = resultOf(await limited.api.post('/quotes').set('authorization', bearer).send(asked), quoteSchema)
      const body = orderBody(quote, { user_id: 'ann', source: { ...quote.source, recipient: funder } })
      return limited.api.post('/orders').set('authorization', bearer).send(body)
    }
    for (let made = 0; made < 2; made += 1) expect((await submit(stranger)).status).toBe(201)
    expect(errorOf(await submit(stranger))).toMatchObject({ status: 429, code: 'TOO_MANY_UNFUNDED_ORDERS' })
    for (let made = 0; made < 2; made += 1) expect((await submit(owner)).status).toBe(201)
    expect(errorOf(await submit(owner))).toMatchObject({ status: 429, code: 'TOO_MANY_UNFUNDED_ORDERS' })
  })

  it('makes one order of 40 concurrent requests with one quote; the others hear QUOTE_CONSUMED', async () => {
    const quote = await requestQuote(book.api)
    const before = await stored()
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => book.api.post('/orders').send(orderBody(quote))),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const rejected = responses.filter(({ status }) => status !== 201).map(errorOf)
    expect(new Set(rejected.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['409 QUOTE_CONSUMED']))
    expect(await stored()).toEqual({
      orders: before.orders + 1,
      intents: before.intents + 2,
      events: before.events + 1,
      consumed: before.consumed + 1,
    })
  })

  it('rejects an identical body the second time: a quote is consumed once', async () => {
    const body = orderBody(await requestQuote(book.api))
    expect((await book.api.post('/orders').send(body)).status).toBe(201)
    expect(errorOf(await book.api.post('/orders').send(body))).toMatchObject({ status: 409, code: 'QUOTE_CONSUMED' })
  })

  describe('stores nothing and', () => {
    let quote: QuoteWire
    beforeEach(async () => {
      quote = await requestQuote(book.api)
    })

    const rejects = async (body: unknown, status: number, code: string, details?: object) => {
      const before = await stored()
      const response = await book.api
        .post('/orders')
        .set('content-type', 'application/json')
        .send(typeof body === 'string' ? body : JSON.stringify(body))
      expect(errorOf(response)).toMatchObject({ status, code, ...(details === undefined ? {} : { details }) })
      expect(await stored()).toEqual(before)
    }

    it.each<[string, (body: CreateOrderWire) => unknown, string]>([
      ['a negative amount', (body) => ({ ...body, source: { ...body.source, amount: '-1' } }), 'source.amount'],
      ['a float amount', (body) => ({ ...body, source: { ...body.source, amount: '1.5' } }), 'source.amount'],
      ['a number as amount', (body) => ({ ...body, source: { ...body.source, amount: 25000000 } }), 'source.amount'],
      [
        'an amount over 2^128',
        (body) => ({ ...body, destination: { ...body.destination, amount: String(2n ** 128n) } }),
        'destination.amount',
      ],
      [
        'an address with a bad checksum',
        (body) => ({
          ...body,
          source: { ...body.source, recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8' },
        }),
        'source.recipient',
      ],
      ['a short commitment hash', (body) => ({ ...body, commitment_hash: '0x1234' }), 'commitment_hash'],
      ['a quote_id that is no UUID', (body) => ({ ...body, quote_id: 'quote' }), 'quote_id'],
      ['an empty user_id', (body) => ({ ...body, user_id: '' }), 'user_id'],
      ['a field that does not exist', (body) => ({ ...body, secret: '0x00' }), 'secret'],
      ['a missing side', ({ destination: _gone, ...body }) => body, 'destination'],
    ])('rejects %s, naming the path', async (_name, change, path) => {
      const before = await stored()
      const response = await book.api.post('/orders').send(change(orderBody(quote)) as object)
      const error = errorOf(response)
      expect(error).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
      expect(error.details?.issues?.map((issue) => issue.path)).toContain(path)
      expect(error.result).toContain(path)
      expect(await stored()).toEqual(before)
    })

    it('rejects malformed JSON', () => rejects('{"user_id": ', 400, 'MALFORMED_JSON'))

    it('rejects a body over 64 KiB', () => rejects({ user_id: 'x'.repeat(70_000) }, 413, 'BODY_TOO_LARGE'))

    it('rejects another content type', async () => {
      const response = await book.api.post('/orders').set('content-type', 'text/plain').send('hello')
      expect(errorOf(response)).toMatchObject({ status: 415, code: 'UNSUPPORTED_CONTENT_TYPE' })
    })

    it('rejects an unknown quote', () =>
      rejects(orderBody({ ...quote, quote_id: crypto.randomUUID() }), 404, 'QUOTE_NOT_FOUND'))

    it('rejects an amount that differs from the quote, and says what was quoted', () =>
      rejects(
        orderBody({ ...quote, destination: { ...quote.destination, amount: '24975001' } }),
        422,
        'QUOTE_MISMATCH',
        { mismatches: [{ field: 'destination.amount', quoted: '24975000', given: '24975001' }] },
      ))

    it('rejects an asset that differs from the quote', () =>
      rejects(orderBody({ ...quote, source: { ...quote.source, asset: 'devnet_a:eth' } }), 422, 'QUOTE_MISMATCH'))

    it('rejects a commitment hash that another order has', async () => {
      const other = await createOrder(book.api)
      const { commitment_hash } = other.source_intent
      await rejects(orderBody(quote, { commitment_hash }), 409, 'COMMITMENT_REUSED')
    })

    it.each<[string, string]>([
      ['the zero address', zeroAddress],
      ["the solver's address", `0x${'2'.repeat(40)}`],
      ["the registry's address", `0x${'1'.repeat(40)}`],
    ])('rejects %s as recipient', async (_name, recipient) => {
      await rejects(orderBody(quote, { source: { ...quote.source, recipient } }), 422, 'INVALID_RECIPIENT')
      await rejects(orderBody(quote, { destination: { ...quote.destination, recipient } }), 422, 'INVALID_RECIPIENT')
    })

    it('rejects what the tokens of its own chain stand at, and says so', async () => {
      const tokens = { source: `0x${'4'.repeat(40)}`, another: `0x${'7'.repeat(40)}` }
      const source = orderBody(quote, { source: { ...quote.source, recipient: tokens.source } })
      await rejects(source, 422, 'INVALID_RECIPIENT')
      const another = orderBody(quote, { destination: { ...quote.destination, recipient: tokens.another } })
      await rejects(another, 422, 'INVALID_RECIPIENT', { field: 'destination.recipient', address: tokens.another })
    })

    it('rejects the vault of an order as recipient, of either side and on either chain', async () => {
      const { source_intent: source, destination_intent: destination } = await createOrder(book.api)
      for (const recipient of [source.swap_id, destination.swap_id]) {
        await rejects(orderBody(quote, { source: { ...quote.source, recipient } }), 422, 'INVALID_RECIPIENT')
        await rejects(orderBody(quote, { destination: { ...quote.destination, recipient } }), 422, 'INVALID_RECIPIENT')
      }
    })

    it('rejects a commitment hash of zeros, which opens nothing', async () => {
      await rejects(orderBody(quote, { commitment_hash: `0x${'0'.repeat(64)}` }), 400, 'INVALID_REQUEST')
    })

    it('rejects a quote that has expired', async () => {
      const { prisma } = book.database
      await prisma.quote.update({ where: { quoteId: quote.quote_id }, data: { expiresAt: new Date(Date.now() - 1) } })
      await rejects(orderBody(quote), 410, 'QUOTE_EXPIRED')
    })

    it.each([
      ['an asset that was delisted', { destinationAsset: 'devnet_b:gone' }, 'UNSUPPORTED_ASSET'],
      ['a route that was closed', { destinationAsset: 'devnet_a:eth' }, 'UNSUPPORTED_ROUTE'],
      ['an amount that is out of bounds now', { destinationAmount: '1' }, 'AMOUNT_OUT_OF_BOUNDS'],
    ])('rejects a quote of %s', async (_name, data, code) => {
      const { prisma } = book.database
      const row = await prisma.quote.update({ where: { quoteId: quote.quote_id }, data })
      const destination = { asset: row.destinationAsset, amount: row.destinationAmount.toFixed(0) }
      await rejects(orderBody({ ...quote, destination }), 422, code)
    })
  })

  it('takes the addresses in lower case and answers them checksummed', async () => {
    const quote = await requestQuote(book.api)
    const recipient = randomAddress()
    const order = resultOf(
      await book.api
        .post('/orders')
        .send(orderBody(quote, { source: { ...quote.source, recipient: recipient.toLowerCase() } })),
      orderSchema,
    )
    expect(order.source_intent.creator).toBe(recipient)
  })
})

describe('Idempotency-Key', () => {
  it('replays the stored answer, and makes no second order', async () => {
    const body = orderBody(await requestQuote(book.api))
    const send = () => book.api.post('/orders').set('Idempotency-Key', 'replay-1').send(body)
    const first = await send()
    const before = await stored()
    const second = await send()
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.headers.location).toBe(first.headers.location)
    expect(await stored()).toEqual(before)
  })

  it('refuses the same key with another body', async () => {
    const send = async () =>
      book.api
        .post('/orders')
        .set('Idempotency-Key', 'conflict-1')
        .send(orderBody(await requestQuote(book.api)))
    expect((await send()).status).toBe(201)
    expect(errorOf(await send())).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' })
  })

  it('lets one of many concurrent requests through', async () => {
    const body = orderBody(await requestQuote(book.api))
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => book.api.post('/orders').set('Idempotency-Key', 'crowd-1').send(body)),
    )
    const orders = new Set(
      responses.filter(({ status }) => status === 201).map((response) => resultOf(response, orderSchema).order_id),
    )
    expect(orders.size).toBe(1)
    const rejected = responses.filter(({ status }) => status !== 201)
    for (const response of rejected) {
      expect(errorOf(response)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' })
      expect(response.headers['retry-after']).toBeDefined()
    }
  })
})

describe('GET /orders/{order_id}', () => {
  it('answers the order as it was created', async () => {
    const order = await createOrder(book.api)
    const response = await book.api.get(`/orders/${order.order_id}`)
    expect(resultOf(response, orderSchema)).toEqual(order)
  })

  it('answers a final order with an ETag, 304 to a client that has it, and anew as soon as it changed after all', async () => {
    const { order_id } = await createOrder(book.api)
    const read = (etag = '"another"') => book.api.get(`/orders/${order_id}`).set('If-None-Match', etag)
    expect((await read()).headers.etag).toBeUndefined()
    await changeStatus(book.database.prisma, order_id, 'completed', 40)
    const final = await read()
    const etag = String(final.headers.etag)
    expect(resultOf(final, orderSchema).status).toBe('completed')
    expect((await read()).headers.etag).toBe(etag)
    const unchanged = await read(`"x", W/${etag}`)
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', etag])
    await changeStatus(book.database.prisma, order_id, 'destination_claimed')
    const changed = await read(etag)
    expect([changed.status, changed.headers.etag]).toEqual([200, undefined])
  })

  it('answers many that read at once, each with its own order', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => createOrder(book.api)))
    const asked = [...orders, ...orders, undefined]
    const responses = await Promise.all(
      asked.map((order) => book.api.get(`/orders/${order?.order_id ?? crypto.randomUUID()}`)),
    )
    expect(responses.pop()?.status).toBe(404)
    expect(responses.map((response) => resultOf(response, orderSchema))).toEqual([...orders, ...orders])
  })

  it('answers 404 for an order that does not exist', async () => {
    const response = await book.api.get(`/orders/${crypto.randomUUID()}`)
    expect(errorOf(response)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
  })

  it('answers 400 for an identifier that is no UUID', async () => {
    expect(errorOf(await book.api.get('/orders/1'))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  })

  it('keeps a commitment hash in lower case whatever was sent', async () => {
    const hash = randomHash()
    const order = await createOrder(book.api, { commitment_hash: `0x${hash.slice(2).toUpperCase()}` })
    expect(order.source_intent.commitment_hash).toBe(hash)
  })
})
