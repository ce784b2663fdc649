import { beforeAll, describe, expect, it } from '@jest/globals'
import { makeQuorum } from '@tandem/chain'
import { makeChainlinkPriceFeed, NoPriceError } from '@tandem/chain/prices'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { createPublicClient, createTestClient, http, toHex } from 'viem'
import { errorOf, requestQuote } from '../support/api.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { keep } from '../support/parts.ts'
import { startOrderbook } from '../support/use-orderbook.ts'

/**
 * An aggregator in 66 bytes of EVM code: decimals() answers 8; latestRoundData() answers round 1 with the answer of
 * storage slot 0 and, as startedAt and updatedAt, slot 1. The test writes the slots.
 */
const aggregatorCode =
  '0x5f3560e01c8063313ce56714601b5763feaf968c146024575f5ffd5b60085f5260205ff35b60015f525f5460205260015480604052606052600160805260a05ff3'
const address = '0x00000000000000000000000000000000000a99e9'

let anvil: LocalAnvil
beforeAll(async () => {
  anvil = await keep(startAnvil({ chainId: 31_401 }))
  await testClient().setCode({ address, bytecode: aggregatorCode })
})

const testClient = () => createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
const publicClient = () => createPublicClient({ transport: http(anvil.rpcUrl) })

async function publish(answer: bigint, ageSecs: number) {
  const { timestamp } = await publicClient().getBlock()
  const set = (slot: number, value: bigint) =>
    testClient().setStorageAt({ address, index: slot, value: toHex(BigInt.asUintN(256, value), { size: 32 }) })
  await set(0, answer)
  await set(1, timestamp - BigInt(ageSecs))
}

const usdc = { asset: 'devnet_a:usdc', symbol: 'USDC' }
const quorum = () => makeQuorum([{ name: 'only', client: publicClient() }], { chain: 'devnet_a', budgetMs: 3_000 })
const feed = () => makeChainlinkPriceFeed({ USDC: { quorum: quorum(), address, maxAgeSecs: 60 } })

describe('the Chainlink price feed', () => {
  it("reads an aggregator's answer with its decimals", async () => {
    await publish(99_985_000n, 10)
    expect(await feed().price(usdc)).toBe('0.99985')
  })

  it.each([
    ['is stale by the clock of its chain', 99_985_000n, 61],
    ['is zero', 0n, 0],
    ['is negative', -1n, 0],
  ])('refuses a price that %s', async (_name, answer, ageSecs) => {
    await publish(answer, ageSecs)
    await expect(feed().price(usdc)).rejects.toThrow(NoPriceError)
  })

  it('refuses an asset without a feed, and an address without an aggregator', async () => {
    const none = { asset: 'devnet_a:dai', symbol: 'DAI' }
    await expect(feed().price(none)).rejects.toThrow(NoPriceError)
    const empty = { quorum: quorum(), address: `0x${'9'.repeat(40)}` as const, maxAgeSecs: 60 }
    await expect(makeChainlinkPriceFeed({ USDC: empty }).price(usdc)).rejects.toThrow(NoPriceError)
  })

  it('prices the quotes of an orderbook', async () => {
    const source = { chain: 'devnet_a', address, max_age_secs: 60 }
    const book = await startOrderbook('chainlink', {
      RPC_URLS: JSON.stringify({ devnet_a: [anvil.rpcUrl] }),
      CHAINLINK_FEEDS: JSON.stringify({ USDC: source }),
    })
    await publish(99_985_000n, 0)
    expect(await requestQuote(book.api)).toMatchObject({ source_token_price: '0.99985', dest_token_price: '0.99985' })
    await publish(99_985_000n, 3_600)
    const body = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' }
    expect(errorOf(await book.api.post('/quotes').send(body))).toMatchObject({
      status: 503,
      code: 'PRICE_UNAVAILABLE',
    })
  })

  it('asks an endpoint that hangs less than once for each quote, where two others answer', async () => {
    const hanging = await keep(startFaultyProxy(anvil.rpcUrl))
    hanging.misbehave({ kind: 'hang' })
    const other = await keep(startFaultyProxy(anvil.rpcUrl))
    const book = await startOrderbook('chainlink_hanging', {
      RPC_URLS: JSON.stringify({ devnet_a: [hanging.url, anvil.rpcUrl, other.url] }),
      CHAINLINK_FEEDS: JSON.stringify({ USDC: { chain: 'devnet_a', address, max_age_secs: 60_000 } }),
    })
    await publish(99_985_000n, 0)
    // The questions of the first quote are sent at the same time, before anything is known about the endpoint.
    await requestQuote(book.api)
    const before = hanging.calls.get('eth_getBlockByNumber') ?? 0
    const quotes = 8
    for (let quote = 0; quote < quotes; quote += 1)
      expect(await requestQuote(book.api)).toMatchObject({ source_token_price: '0.99985' })
    expect((hanging.calls.get('eth_getBlockByNumber') ?? 0) - before).toBeLessThan(quotes)
  })

  it('is told to come back in an hour by the endpoint: the quote is refused now', async () => {
    const proxy = await keep(startFaultyProxy(anvil.rpcUrl))
    proxy.misbehave({ kind: 'rate_limit', retryAfterSecs: 3_600 })
    const book = await startOrderbook('chainlink_busy', {
      RPC_URLS: JSON.stringify({ devnet_a: [proxy.url] }),
      CHAINLINK_FEEDS: JSON.stringify({ USDC: { chain: 'devnet_a', address, max_age_secs: 60 } }),
    })
    const body = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' }
    expect(errorOf(await book.api.post('/quotes').send(body))).toMatchObject({ code: 'PRICE_UNAVAILABLE' })
  })
})
