/** Logs that an endpoint leaves out, with bloom filters and without, beside another endpoint and alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { untilSo } from '@tandem/local-services'
import { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { type Book, confirmations, startTwoChains, type TwoChains } from './two-chains.ts'

let chains: TwoChains
let proxies: [FaultyProxy, FaultyProxy]
let book: Book

beforeAll(async () => {
  chains = await startTwoChains('hidden_logs')
  const { rpcUrl } = chains.anvils.left
  proxies = [await startFaultyProxy(rpcUrl), await startFaultyProxy(rpcUrl)]
})
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()))
  await chains.stop()
})
beforeEach(() => {
  for (const proxy of proxies) proxy.misbehave(undefined)
})

const start = (count: 1 | 2, env: Record<string, string> = {}) =>
  chains.start({ left: proxies.slice(0, count).map(({ url }) => url), right: [chains.anvils.right.rpcUrl] }, env)
const wrongData = (position: 1 | 2) =>
  book.metric('tandem_watcher_rpc_errors_total', {
    provider: `${position}:${proxies[position - 1]?.host}`,
    class: 'wrong_data',
  })

async function expectNothingMissed(orderId: string): Promise<void> {
  await book.untilStatus(orderId, 'source_initiated')
  expect(await chains.storedEvents('left')).toEqual(await chains.eventsOnChain('left'))
}

describe('a log that the preferred endpoint hides', () => {
  it.each<[string, Fault, Fault | undefined]>([
    ['where every bloom filter is empty', { kind: 'no_logs', blooms: 'empty' }, { kind: 'empty_blooms' }],
    ['where bloom filters are right', { kind: 'no_logs', blooms: 'true' }, undefined],
    ['behind bloom filters that it empties itself', { kind: 'no_logs', blooms: 'empty' }, undefined],
  ])('is read from the other one %s', async (_name, lie, truth) => {
    book = await start(2)
    proxies[1].misbehave(truth)
    proxies[0].misbehave(lie)
    const order = await chains.newOrder(book)
    await chains.initiateSource(order)
    await chains.mine('left', confirmations)
    await expectNothingMissed(order.order_id)
    expect(await wrongData(1)).toBeGreaterThan(0)
    expect(await wrongData(2)).toBe(0)
    await book.stop()
  })

  it('is never passed over where there is no other and blooms are empty: the receipts of its block show it', async () => {
    book = await start(1)
    proxies[0].misbehave({ kind: 'no_logs', blooms: 'empty' })
    const order = await chains.newOrder(book)
    await chains.initiateSource(order)
    await untilSo(
      () => wrongData(1),
      (count) => count > 0,
      'refuted',
    )
    proxies[0].misbehave(undefined)
    await chains.mine('left', confirmations)
    await expectNothingMissed(order.order_id)
    expect(await book.metric('tandem_watcher_receipt_audits_total', { result: 'refuted' })).toBeGreaterThan(0)
    await book.stop()
  })

  it('is looked for in a sample of all blocks', async () => {
    book = await start(1, { RECEIPTS_SAMPLE_BLOCKS: '1' })
    await chains.mine('left', 2)
    await untilSo(
      () => book.metric('tandem_watcher_receipt_audits_total', { result: 'proven' }),
      (count) => count > 0,
      'proven',
    )
    expect(await book.metric('tandem_watcher_receipt_audits_total', { result: 'refuted' })).toBe(0)
    await book.stop()
  })
})

describe('rescan', () => {
  const urls = () => ({ left: [proxies[0].url, proxies[1].url], right: [chains.anvils.right.rpcUrl] })

  it('stores the events that are missing while the watcher runs, and the orders follow', async () => {
    book = await start(2)
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
    await book.stop()
  })

  it('says how it is used', async () => {
    expect(await chains.command(urls(), 'rescan', '--help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('--chain <name>'),
    })
    expect((await chains.command(urls(), 'rescan', '--chain', 'left', '--from', 'x')).code).toBe(2)
  })
})
