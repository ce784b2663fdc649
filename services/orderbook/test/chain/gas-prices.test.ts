import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { toHex } from 'viem'
import { makeGasPrices } from '../../src/quotes/gas-prices.ts'

const gwei = 10n ** 9n

/** The answer to `eth_gasPrice`. With `hang` none comes. */
type Said = unknown

type FakeEndpoint = { url: string; say(said: Said): void; asked: () => number; stop(): Promise<void> }

async function startEndpoint(said: Said): Promise<FakeEndpoint> {
  let asked = 0
  const server: Server = createServer(async (incoming, response) => {
    asked += 1
    const { id } = (await json(incoming)) as { id: unknown }
    if (said === 'hang') return
    if (said === 'garbage') return void response.end('{"jsonrpc":[[[')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: typeof said === 'bigint' ? toHex(said) : said }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    say: (next) => {
      said = next
    },
    asked: () => asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let endpoints: FakeEndpoint[] = []
let nowMs = 0
beforeEach(() => {
  nowMs = 1_000_000
})
afterEach(async () => {
  await Promise.all(endpoints.map(({ stop }) => stop()))
  endpoints = []
})

async function pricesOf(...said: Said[]) {
  endpoints = await Promise.all(said.map(startEndpoint))
  return makeGasPrices({ devnet_a: endpoints.map(({ url }) => url) }, () => nowMs)
}

/** Asks until a new reading is there: meanwhile the earlier one is answered. */
async function nextReading(priceOf: ReturnType<typeof makeGasPrices>, until: (wei: bigint | undefined) => boolean) {
  for (;;) {
    const wei = await priceOf('devnet_a')
    if (until(wei)) return wei
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('the gas price of a chain', () => {
  it.each<[string, Said[], bigint | undefined]>([
    ['is what its only endpoint says', [7n * gwei], 7n * gwei],
    ['is nothing where gas is free', [0n], 0n],
    ['is the lower of two', [7n * gwei, 9n * gwei], 7n * gwei],
    ['is nothing where one of two says 0', [7n * gwei, 0n], 0n],
    ['is not raised by one of two that says a million gwei', [7n * gwei, 10n ** 6n * gwei], 7n * gwei],
    ['is nothing where one of three says 0 and another hangs', [7n * gwei, 0n, 'hang'], 0n],
    ['is not raised by one of three while another hangs', [7n * gwei, 10n ** 6n * gwei, 'hang'], 7n * gwei],
    ['is not moved by one of four that says 0', [7n * gwei, 0n, 8n * gwei, 9n * gwei], 7n * gwei],
    ['is not moved by one of three that says a million gwei', [7n * gwei, 10n ** 6n * gwei, 8n * gwei], 8n * gwei],
    ['is not moved by one of three that says nothing', [7n * gwei, 0n, 8n * gwei], 7n * gwei],
    ['is that of the endpoints that answer', ['garbage', 'hang', null, 7n * gwei], 7n * gwei],
    ['leaves out a number that is no price', [2n ** 4_000n, 7n * gwei], 7n * gwei],
    ['is not known while no endpoint answers', ['hang', 'garbage'], undefined],
    ['is not known of nonsense', [null, '', '0xzz', -1, {}], undefined],
  ])('%s', async (_name, said, expected) => {
    const priceOf = await pricesOf(...said)
    expect(await priceOf('devnet_a')).toBe(expected)
  })

  it('is not known of a chain without an endpoint', async () => {
    const priceOf = makeGasPrices({ devnet_b: ['ws://127.0.0.1:9'] }, () => nowMs)
    expect(await priceOf('devnet_b')).toBeUndefined()
    expect(await priceOf('devnet_c')).toBeUndefined()
  })

  it('is asked for once in fifteen seconds, however many ask', async () => {
    const priceOf = await pricesOf(7n * gwei)
    await Promise.all(Array.from({ length: 50 }, () => priceOf('devnet_a')))
    nowMs += 14_000
    await priceOf('devnet_a')
    expect(endpoints[0]?.asked()).toBe(1)
    endpoints[0]?.say(9n * gwei)
    nowMs += 1_000
    expect(await nextReading(priceOf, (wei) => wei !== 7n * gwei)).toBe(9n * gwei)
    expect(endpoints[0]?.asked()).toBe(2)
  })

  it('is the last one while its endpoint hangs, until that is five minutes old, and a lie ends with the next reading', async () => {
    const priceOf = await pricesOf(7n * gwei)
    await priceOf('devnet_a')
    endpoints[0]?.say('hang')
    nowMs += 60_000
    expect(await priceOf('devnet_a')).toBe(7n * gwei)
    nowMs += 240_001
    expect(await priceOf('devnet_a')).toBeUndefined()
    endpoints[0]?.say(10n ** 6n * gwei)
    // The request that hangs must time out first.
    for (const expected of [10n ** 6n * gwei, 8n * gwei]) {
      endpoints[0]?.say(expected)
      await nextReading(priceOf, (wei) => {
        nowMs += 15_000
        return wei === expected
      })
    }
  })
})
