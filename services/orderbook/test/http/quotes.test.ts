import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { indicativeQuoteSchema, orderSchema, quoteSchema } from '@tandem/contracts'
import { errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { randomAddress } from '../support/builders.ts'
import type { TestOrderbook } from '../support/orderbook.ts'
import { keep } from '../support/parts.ts'
import { startOrderbook, useOrderbook } from '../support/use-orderbook.ts'

describe('the quote desk', () => {
  const book = useOrderbook('desk', { QUOTE_TTL_SECS: '45' })

  it('prices an exact input, less the fee', async () => {
    const before = Date.now()
    const quote = await requestQuote(book.api, { source_asset: 'devnet_a:eth', source_amount: '1000000000000000000' })
    expect(quote).toMatchObject({
      source: { asset: 'devnet_a:eth', amount: '1000000000000000000' },
      destination: { asset: 'devnet_b:usdc', amount: '2991000000' },
      route_type: 'direct',
      fee_bips: 30,
      source_token_price: '3000',
      dest_token_price: '1',
      hop_relayer_fee: null,
      consumed: false,
    })
    const lifeMs = Date.parse(quote.expires_at) - before
    expect(lifeMs).toBeGreaterThanOrEqual(45_000)
    expect(lifeMs).toBeLessThanOrEqual(45_000 + 1_000 + Date.now() - before)
  })

  it('prices an exact output', async () => {
    const response = await book.api.post('/quotes').send({
      source_asset: 'devnet_a:usdc',
      destination_asset: 'devnet_b:usdc',
      destination_amount: '24975000',
    })
    expect(resultOf(response, quoteSchema)).toMatchObject({
      source: { amount: '25000000' },
      destination: { amount: '24975000' },
    })
    expect(response.status).toBe(201)
  })

  it('says what a quote would be, without storing one, for caches to keep', async () => {
    const stored = await book.database.prisma.quote.count()
    const pair = 'source_asset=devnet_a:usdc&destination_asset=devnet_b:usdc'
    const response = await book.api.get(`/quotes/indicative?${pair}&destination_amount=24975000`)
    const quote = await requestQuote(book.api)
    const shared = {
      ...{ source: quote.source, destination: quote.destination, route_type: quote.route_type },
      ...{ fee_bips: quote.fee_bips, hop_relayer_fee: quote.hop_relayer_fee, network_fee: quote.network_fee },
      ...{ source_token_price: quote.source_token_price, dest_token_price: quote.dest_token_price },
    }
    expect(resultOf(response, indicativeQuoteSchema.strict())).toEqual({ ...shared, as_of: expect.any(String) })
    expect(response.headers['cache-control']).toBe('public, max-age=5')
    expect(await book.database.prisma.quote.count()).toBe(stored + 1)
    const both = await book.api.get(`/quotes/indicative?${pair}&source_amount=1&destination_amount=1`)
    expect(errorOf(both)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    const tooMuch = await book.api.get(`/quotes/indicative?${pair}&source_amount=${10n ** 30n}`)
    expect(errorOf(tooMuch)).toMatchObject({ code: 'AMOUNT_OUT_OF_BOUNDS' })
  })

  it("takes the bridge's fee off what a hop delivers", async () => {
    const quote = await requestQuote(book.api, { destination_asset: 'devnet_c:usdc' })
    expect(quote).toMatchObject({ route_type: 'hop', hop_relayer_fee: '5000', destination: { amount: '24945000' } })
  })

  it('answers a quote again, and says when it was consumed', async () => {
    const quote = await requestQuote(book.api)
    expect(resultOf(await book.api.get(`/quotes/${quote.quote_id}`), quoteSchema)).toEqual(quote)
    await book.api.post('/orders').send(orderBody(quote)).expect(201)
    const after = resultOf(await book.api.get(`/quotes/${quote.quote_id}`), quoteSchema)
    expect(after).toEqual({ ...quote, consumed: true })
  })

  it.each([
    [{ destination_asset: 'devnet_b:gone' }, 422, 'UNSUPPORTED_ASSET'],
    [{ destination_asset: 'devnet_a:usdc' }, 422, 'UNSUPPORTED_ROUTE'],
    [{ source_amount: '1' }, 422, 'AMOUNT_OUT_OF_BOUNDS'],
    [{ source_amount: '9000000000000' }, 422, 'AMOUNT_OUT_OF_BOUNDS'],
    [{ source_amount: '1.5' }, 400, 'INVALID_REQUEST'],
    [{ destination_amount: '25000000' }, 400, 'INVALID_REQUEST'],
    [{ unknown_field: 10 }, 400, 'INVALID_REQUEST'],
  ])('rejects %j with %i %s', async (over, status, code) => {
    const body = {
      source_asset: 'devnet_a:usdc',
      destination_asset: 'devnet_b:usdc',
      source_amount: '25000000',
      ...over,
    }
    expect(errorOf(await book.api.post('/quotes').send(body))).toMatchObject({ status, code })
  })

  it('answers 404 for a quote that does not exist', async () => {
    expect(errorOf(await book.api.get(`/quotes/${crypto.randomUUID()}`))).toMatchObject({ code: 'QUOTE_NOT_FOUND' })
  })
})

describe('a remote quote service', () => {
  let book: TestOrderbook
  let answer: { status: number; body: unknown; failures?: number }
  let asked = 0

  beforeAll(async () => {
    const service = createServer((_req, res) => {
      asked += 1
      const failing = (answer.failures ?? 0) > 0
      if (failing) answer.failures = (answer.failures ?? 0) - 1
      res.writeHead(failing ? 503 : answer.status, { 'content-type': 'application/json' })
      res.end(JSON.stringify(answer.body))
    })
    const env = { QUOTE_SERVICE_URL: await serve(service) }
    book = await startOrderbook('remote_quotes', env, {}, { quoteServiceTimeoutMs: 60_000 })
  })
  const remoteQuote = () =>
    quoteSchema.parse({
      quote_id: crypto.randomUUID(),
      source: { asset: 'devnet_a:usdc', amount: '25000000' },
      destination: { asset: 'devnet_b:usdc', amount: '24900000' },
      route_type: 'direct',
      fee_bips: 40,
      source_token_price: '0.9999',
      dest_token_price: '1.0001',
      source_solver_address: randomAddress(),
      dest_solver_address: randomAddress(),
      hop_relayer_fee: null,
      initiate_by: 1_795_348_800,
      fill_by: 1_795_348_920,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
      consumed: false,
    })

  it('makes one order of its quote, with its solver and its prices', async () => {
    const quote = remoteQuote()
    answer = { status: 200, body: { status: 'Success', result: quote } }
    const body = orderBody(quote)
    const order = resultOf(await book.api.post('/orders').send(body), orderSchema)
    expect(order).toMatchObject({
      fee_bips: 40,
      source_token_price: '0.9999',
      source_intent: { recipient: quote.source_solver_address },
      destination_intent: { creator: quote.dest_solver_address, amount: '24900000' },
    })
    expect(errorOf(await book.api.post('/orders').send(body))).toMatchObject({ status: 409, code: 'QUOTE_CONSUMED' })
  })

  it('tries a read again that failed', async () => {
    const quote = remoteQuote()
    answer = { status: 200, body: quote, failures: 2 }
    await book.api.post('/orders').send(orderBody(quote)).expect(201)
  })

  it.each<[string, () => typeof answer, number, string]>([
    ['knows no such quote', () => ({ status: 404, body: {} }), 404, 'QUOTE_NOT_FOUND'],
    ['answers nonsense', () => ({ status: 200, body: { quote: 1 } }), 502, 'UPSTREAM_INVALID'],
    ['answers JSON without end', () => ({ status: 200, body: Array(30_000).fill([[]]) }), 502, 'UPSTREAM_INVALID'],
    ['answers another quote', () => ({ status: 200, body: remoteQuote() }), 502, 'UPSTREAM_INVALID'],
    ['stays down', () => ({ status: 200, body: {}, failures: 99 }), 503, 'UNAVAILABLE'],
  ])('that %s: the documented error, nothing stored', async (_name, make, status, code) => {
    const before = await book.database.prisma.order.count()
    answer = make()
    expect(errorOf(await book.api.post('/orders').send(orderBody(remoteQuote())))).toMatchObject({ status, code })
    expect(await book.database.prisma.order.count()).toBe(before)
    expect(asked).toBeGreaterThan(0)
  })

  it('that never answers: the documented error, nothing stored', async () => {
    const silent = createServer(() => undefined)
    const env = { QUOTE_SERVICE_URL: await serve(silent) }
    const impatient = await startOrderbook('silent_quotes', env, {}, { quoteServiceTimeoutMs: 200 })
    const refused = errorOf(await impatient.api.post('/orders').send(orderBody(remoteQuote())))
    expect(refused).toMatchObject({ status: 504, code: 'UPSTREAM_TIMEOUT' })
    expect(await impatient.database.prisma.order.count()).toBe(0)
  })

  it('makes the escrows of the deadlines that it names, within the bounds of the network', async () => {
    const now = Math.floor(Date.now() / 1000)
    const named = { source_cancel_after: now + 40_000, dest_cancel_after: now + 3_000, fill_by: now + 900 }
    const quote = { ...remoteQuote(), ...named }
    answer = { status: 200, body: quote }
    const order = resultOf(await book.api.post('/orders').send(orderBody(quote)), orderSchema)
    expect(order.source_intent.cancel_after).toBe(named.source_cancel_after)
    expect(order.destination_intent.cancel_after).toBe(named.dest_cancel_after)
  })

  it.each<[string, number, number]>([
    ['a margin in which no maker can claim', 24_500, 3_000],
    ['a source that ends first', 2_000, 3_000],
    ['a destination that is open for a year', 32_000_000, 31_000_000],
    ['a source that is locked for a year', 31_000_000, 3_000],
  ])('that names %s: nothing stored', async (_name, source, destination) => {
    const before = await book.database.prisma.order.count()
    const now = Math.floor(Date.now() / 1000)
    const deadlines = { source_cancel_after: now + source, dest_cancel_after: now + destination }
    const quote = { ...remoteQuote(), ...deadlines, fill_by: now + 900 }
    answer = { status: 200, body: quote }
    const refused = errorOf(await book.api.post('/orders').send(orderBody(quote)))
    expect(refused).toMatchObject({ status: 502, code: 'UPSTREAM_INVALID' })
    expect(await book.database.prisma.order.count()).toBe(before)
  })

  it('has no quote desk beside it', async () => {
    expect((await book.api.post('/quotes').send({})).status).toBe(404)
  })
})

/**
 * Lets a server listen on a free port. It is closed when the test ends that started it, or the file if no test did.
 *
 * @returns the URL of the quote service that it stands for.
 */
async function serve(service: Server): Promise<string> {
  await keep(new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve)), () => {
    service.close()
    service.closeAllConnections()
  })
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`
}
