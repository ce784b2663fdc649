/** Logs that an endpoint hides, with and without bloom filters, beside another endpoint and alone. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Fault, type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { keep } from '../support/parts.ts'
import { type Book, confirmations } from '../support/two-chains.ts'
import { useTwoChains } from '../support/use-orderbook.ts'

const chains = useTwoChains('hidden_logs')
let proxies: [FaultyProxy, FaultyProxy]
let book: Book

beforeAll(async () => {
  const { rpcUrl } = chains.anvils.left
  proxies = [await keep(startFaultyProxy(rpcUrl)), await keep(startFaultyProxy(rpcUrl))]
})
beforeEach(() => {
  for (const proxy of proxies) proxy.misbehave(undefined)
})

const start = (count: 1 | 3) => {
  const urls = [...proxies.map(({ url }) => url), chains.anvils.left.rpcUrl]
  return chains.start({ left: urls.slice(0, count) })
}
async function expectNothingMissed(orderId: string): Promise<void> {
  await book.untilStatus(orderId, 'source_initiated')
  expect(await chains.storedEvents('left')).toEqual(await chains.eventsOnChain('left'))
}

describe('a log that an endpoint hides', () => {
  it.each<[string, Fault]>([
    ['where bloom filters are right', { kind: 'no_logs', blooms: 'true' }],
    ['behind bloom filters that it empties itself', { kind: 'no_logs', blooms: 'empty' }],
  ])('is read from the two others, %s', async (_name, lie) => {
    book = await start(3)
    proxies[0].misbehave(lie)
    const order = await chains.newOrder(book)
    await chains.initiateSource(order)
    await chains.mine('left', confirmations)
    await expectNothingMissed(order.order_id)
  })

  it('is shown by the receipts of its block, where there is no other endpoint', async () => {
    book = await start(1)
    proxies[0].misbehave({ kind: 'no_logs', blooms: 'true' })
    const order = await chains.newOrder(book)
    await chains.initiateSource(order)
    await chains.mine('left', confirmations)
    await expectNothingMissed(order.order_id)
  })
})

describe('rescan', () => {
  const urls = () => ({ left: [proxies[0].url, proxies[1].url] })

  it('stores the events that are missing while the watcher runs, and the orders follow', async () => {
    book = await start(3)
    const order = await chains.newOrder(book)
    await chains.initiateSource(order)
    await chains.mine('left', confirmations)
    await book.untilStatus(order.order_id, 'source_initiated')
    await chains.forget('left')
    expect((await chains.command(urls(), 'replay')).code).toBe(0)
    expect((await book.order(order.order_id)).status).toBe('created')

    const range = ['rescan', '--chain', 'left', '--from', '0']
    expect((await chains.command(urls(), ...range, '--check')).code).toBe(1)
    const { code, output } = await chains.command(urls(), ...range)
    expect([code, output]).toEqual([0, expect.stringMatching(/[1-9]\d* missing event\(s\), stored\n$/)])
    expect(await chains.storedEvents('left')).toEqual(await chains.eventsOnChain('left'))
    expect((await book.order(order.order_id)).status).toBe('source_initiated')
    expect((await chains.command(urls(), ...range, '--check')).output).toMatch(/no event is missing\n$/)

    const next = await chains.newOrder(book)
    await chains.initiateSource(next)
    await chains.mine('left', confirmations)
    await expectNothingMissed(next.order_id)
  })

  it('says how it is used', async () => {
    expect(await chains.command(urls(), 'rescan', '--help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('--chain <name>'),
    })
    expect((await chains.command(urls(), 'rescan', '--chain', 'left', '--from', 'x')).code).toBe(2)
  })
})
