/** Quotes include the gas of their swaps, at the fees of a real chain and of endpoints that lie. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { indicativeQuoteSchema, orderSchema, quoteSchema, routeListSchema } from '@tandem/contracts'
import { measuredGas } from '@tandem/escrow'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { createPublicClient, createTestClient, http, parseGwei, toHex } from 'viem'
import { errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { expectExactLimits } from '../support/expect-limits.ts'
import { startMaker, startMakerBook } from '../support/maker-book.ts'
import type { TestOrderbook } from '../support/orderbook.ts'
import { keep } from '../support/parts.ts'
import { startOrderbook } from '../support/use-orderbook.ts'

/** The cost of gas in base units of USDC, at two gwei and 3,000 US dollars for the native token. */
const usdcOf = (gas: bigint) => gas * 6n
const { claim, claimHopWithFee, createEscrowSigned } = measuredGas
const makerFee = usdcOf(claim + createEscrowSigned)
const fee = usdcOf(claim + createEscrowSigned + claim)
const hopFee = usdcOf(claim + createEscrowSigned + claimHopWithFee)

let anvil: LocalAnvil
beforeAll(async () => {
  anvil = await keep(startAnvil({ chainId: 31_401 }))
  const transport = http(anvil.rpcUrl)
  const client = createPublicClient({ transport })
  const tip = await client.estimateMaxPriorityFeePerGas()
  await createTestClient({ mode: 'anvil', transport }).setNextBlockBaseFeePerGas({
    baseFeePerGas: parseGwei('2') - tip,
  })
  expect(await client.getGasPrice()).toBe(parseGwei('2'))
})

const rpcUrls = (...urls: string[]) => ({ RPC_URLS: JSON.stringify({ devnet_a: urls, devnet_b: urls }) })

describe('a quote at the fees of its chains', () => {
  let book: TestOrderbook
  beforeAll(async () => {
    book = await startOrderbook('network_fee', rpcUrls(anvil.rpcUrl))
  })

  it('holds the gas of the swap in its amounts, and says how much that is', async () => {
    const quote = await requestQuote(book.api)
    expect(quote).toMatchObject({
      source: { amount: '25000000' },
      destination: { amount: String(24_975_000n - fee) },
      network_fee: String(fee),
    })
    expect(resultOf(await book.api.get(`/quotes/${quote.quote_id}`), quoteSchema)).toEqual(quote)
    const order = resultOf(await book.api.post('/orders').send(orderBody(quote)), orderSchema)
    expect(order.destination_intent.amount).toBe(quote.destination.amount)
    const query = 'source_asset=devnet_a:usdc&destination_asset=devnet_b:usdc&source_amount=25000000'
    const indicative = resultOf(await book.api.get(`/quotes/indicative?${query}`), indicativeQuoteSchema)
    expect(indicative).toMatchObject({ destination: quote.destination, network_fee: String(fee) })
  })

  it('adds it to what an exact output costs', async () => {
    const body = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc' }
    const asked = { ...body, destination_amount: String(24_975_000n - fee) }
    expect(resultOf(await book.api.post('/quotes').send(asked), quoteSchema)).toMatchObject({
      source: { amount: '25000000' },
      network_fee: String(fee),
    })
  })

  it('counts the dearer claim of a hop, and leaves the bridge its own fee', async () => {
    const quote = await requestQuote(book.api, { destination_asset: 'devnet_c:usdc', source_amount: '50000000' })
    expect(quote).toMatchObject({
      hop_relayer_fee: '5000',
      network_fee: String(hopFee),
      destination: { amount: String(49_895_000n - hopFee) },
    })
    const order = resultOf(await book.api.post('/orders').send(orderBody(quote)), orderSchema)
    expect(order.destination_intent.amount).toBe(String(49_900_000n - hopFee))
  })

  it('is refused below the amount of which a tenth pays for the gas, with that amount and why', async () => {
    const least = fee * 10n
    const body = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc' }
    const ask = (amount: bigint) => book.api.post('/quotes').send({ ...body, destination_amount: String(amount) })
    expect((await ask(least)).status).toBe(201)
    const refused = errorOf(await ask(least - 1n))
    expect(refused).toMatchObject({
      status: 422,
      code: 'AMOUNT_OUT_OF_BOUNDS',
      details: { minimum: String(least), network_fee: String(fee) },
    })
    expect(refused.result).toContain('network fees')
  })

  it('is refused outside the limits of GET /routes exactly, on every route and either side', async () => {
    for (const route of resultOf(await book.api.get('/routes'), routeListSchema).data) {
      expect([route.limits.basis, BigInt(route.network_fee ?? 0) > 0n]).toEqual(['price', true])
      await expectExactLimits(book, route)
    }
  })
})

it("says of a maker's quote what the maker sends, and trusts one that counts less gas than we do", async () => {
  // The price is more than 5 % better than our own quote, which includes 1.34 USDC for gas, but worse than the price
  // without gas.
  const book = await startMakerBook([await startMaker('cheap-gas', 14_500_000n)], rpcUrls(anvil.rpcUrl))
  const quote = await requestQuote(book.api, { source_amount: '15000000' })
  expect(quote).toMatchObject({
    maker_quote: { maker_id: 'cheap-gas' },
    destination: { amount: '14500000' },
    network_fee: String(makerFee),
  })
  expect(resultOf(await book.api.get(`/quotes/${quote.quote_id}`), quoteSchema)).toEqual(quote)
})

/** An endpoint that is honest about everything except the gas price. */
describe('an endpoint', () => {
  let wei: bigint | 'hang' = 0n
  const server = createServer(async (incoming, response) => {
    const asked = (await json(incoming)) as { id: unknown; method: string }
    const isPrice = asked.method === 'eth_gasPrice'
    if (isPrice && wei === 'hang') return
    response.setHeader('content-type', 'application/json')
    if (isPrice) response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: toHex(wei as bigint) }))
    else response.end(await answerOfAnvil(asked))
  })
  async function answerOfAnvil(asked: unknown): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(anvil.rpcUrl, { method: 'POST', headers, body: JSON.stringify(asked) })).text()
  }
  let url: string
  beforeAll(async () => {
    await keep(new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)), () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  const startBook = (env: Record<string, string> = {}) =>
    startOrderbook('network_fee_lies', { ...rpcUrls(url), ...env })

  it('that says a million gwei makes a swap no dearer than the bound, and closes no route', async () => {
    wei = parseGwei('1000000')
    const book = await startBook()
    const { data } = resultOf(await book.api.get('/routes'), routeListSchema)
    expect(data.map(({ closed_by }) => closed_by)).toEqual(data.map(() => null))
    expect(data[0]).toMatchObject({ network_fee: '25000000', limits: { min_destination_amount: '250000000' } })
    expect(await requestQuote(book.api, { source_amount: '1000000000' })).toMatchObject({
      network_fee: '25000000',
      destination: { amount: '974000000' },
    })
  })

  it('that hangs costs nothing and refuses nothing: the configured limits hold', async () => {
    wei = 'hang'
    const book = await startBook()
    const quote = await requestQuote(book.api)
    expect(quote).toMatchObject({ destination: { amount: '24975000' }, network_fee: null })
    const [route] = resultOf(await book.api.get('/routes'), routeListSchema).data
    expect(route).toMatchObject({ network_fee: null, limits: { min_destination_amount: '1000', basis: 'price' } })
  })

  it.each([
    ['the operator counts no gas', { NETWORK_FEE_MAX_USD: '0' }],
    ['the native token has no price', { STATIC_PRICES: '{"USDC":"1","DAI":"1"}' }],
  ])('is of no use where %s', async (_name, env) => {
    wei = parseGwei('2')
    const book = await startBook(env)
    expect(await requestQuote(book.api)).toMatchObject({ destination: { amount: '24975000' }, network_fee: null })
  })
})
