/** The time of a chain while an endpoint lies about it: a real chain behind proxies that report another time. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { lyingEndpoint } from '@tandem/chain/lies'
import { untilSo } from '@tandem/local-services'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { keep } from '../support/parts.ts'
import { type Book, confirmations } from '../support/two-chains.ts'
import { useTwoChains } from '../support/use-orderbook.ts'

const chains = useTwoChains('time')
let liar: FaultyProxy
let book: Book

beforeAll(async () => {
  liar = await keep(startFaultyProxy(chains.anvils.left.rpcUrl))
})
beforeEach(async () => {
  liar.misbehave(undefined)
  book = await start()
})

/**
 * There is no limit, because each attempt to trade creates an order that stays, and on a busy machine there are many
 * attempts.
 */
const anyNumber = { MAX_UNFUNDED: '0' }
const start = () => {
  const { rpcUrl } = chains.anvils.left
  return chains.start({ left: [liar.url, rpcUrl, otherHost(rpcUrl)] }, anyNumber)
}
const otherHost = (url: string) => url.replace('127.0.0.1', 'localhost')
const wrongData = (position: number, url = position === 1 ? liar.url : chains.anvils.left.rpcUrl) =>
  book.metric('tandem_endpoint_faults_total', { endpoint: `${position}:${new URL(url).host}`, fault: 'wrong_data' })
const clock = async () => (await chains.clock('left')) ?? 0
const secondsFromNow = (time: number) => time - Date.now() / 1000

/** Mines enough blocks for the clock to pass the liar's time, while the watcher polls. */
async function mineOn(): Promise<void> {
  const before = await chains.head('left')
  await chains.mine('left', 2 * confirmations)
  await untilSo(
    () => chains.cursor('left'),
    (cursor) => (cursor?.number ?? 0n) >= before.number + BigInt(2 * confirmations),
    'read',
  )
}

const days = 86_400
describe('a watcher of which one endpoint of three tells a wrong time, asked first', () => {
  it.each([
    ['29 days ahead', 29 * days],
    ['ten minutes ahead, within the bound', 600],
    ['half an hour behind', -1_800],
  ])('%s, lets no deadline pass by it', async (_name, secs) => {
    const funded = await chains.newOrder(book)
    await chains.initiateSource(funded)
    await chains.mine('left', confirmations)
    await book.untilStatus(funded.order_id, 'source_initiated')
    const unfunded = await chains.newOrder(book)
    liar.misbehave({ kind: 'wrong_time', secs })
    await mineOn()
    await mineOn()
    await untilSo(clock, (time) => Math.abs(secondsFromNow(time)) < 120, 'the true time')
    expect((await book.order(funded.order_id)).status).toBe('source_initiated')
    expect((await book.order(unfunded.order_id)).status).toBe('created')
    const next = await chains.newOrder(book)
    expect(secondsFromNow(next.source_intent.cancel_after)).toBeLessThan(7_200 + 900)
    expect(await wrongData(2)).toBe(0)
  })

  it('and has no other, still refuses a time that the clock denies', async () => {
    await book.stop()
    liar.misbehave({ kind: 'wrong_time', secs: 29 * days })
    book = await chains.start({ left: [liar.url] })
    await chains.mine('left', confirmations)
    await untilSo(
      () => wrongData(1),
      (count) => count > 0,
      'refused',
    )
    expect(secondsFromNow(await clock())).toBeLessThan(900)
  })
})

describe('a chain that was not read for long', () => {
  const trade = () =>
    chains
      .newOrder(book)
      .then(() => 'taken')
      .catch((error: Error) => error.message)

  it('takes neither quotes nor orders until it is read again', async () => {
    await book.stop()
    const urls = { left: [liar.url] }
    // The watcher records only every five seconds that it has read the chain.
    book = await chains.start(urls, anyNumber, { chainMaxStaleSecs: 7, rpcTimeoutMs: 500 })
    await untilSo(trade, (answer) => answer === 'taken', 'traded on')
    liar.misbehave({ kind: 'hang' })
    await untilSo(trade, (answer) => /CHAIN_UNAVAILABLE/.test(answer), 'refused')
    liar.misbehave(undefined)
    await untilSo(trade, (answer) => answer === 'taken', 'traded on again')
  })
})

describe('a chain whose endpoints lack what a swap needs', () => {
  it('is neither quoted nor traded, while what is open goes on', async () => {
    const open = await chains.newOrder(book)
    await book.stop()
    const node = await lyingEndpoint({
      chain: chains.anvils.left.rpcUrl,
      lie: {
        name: 'no_receipts',
        kind: 'refusing',
        describes: 'knows no receipts',
        tell: () => (request, honest) =>
          request.method === 'eth_getTransactionReceipt'
            ? { error: { code: -32_601, message: 'the method does not exist' } }
            : honest(),
      },
    })
    book = await chains.start({ left: [node.url] }, anyNumber)
    await expect(chains.newOrder(book)).rejects.toThrow('Too few endpoints of left can do what a swap needs')
    await chains.initiateSource(open)
    await chains.mine('left', confirmations)
    await book.untilStatus(open.order_id, 'source_initiated')
    await book.stop()
    await node.stop()
  })
})
