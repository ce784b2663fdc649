/** Faults of the watcher's endpoints: a real chain behind proxies that misbehave on command. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { untilSo } from '@tandem/local-services'
import { type Fault, type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { keep } from '../support/parts.ts'
import { type Book, confirmations } from '../support/two-chains.ts'
import { useTwoChains } from '../support/use-orderbook.ts'

/** Longer than a request takes on a busy machine, so that only an endpoint that never answers times out. */
const patient = { rpcTimeoutMs: 20_000 }
/** A short limit, for tests with an endpoint that never answers. On a busy machine a healthy one may time out as well. */
const impatient = { rpcTimeoutMs: 500 }
const chains = useTwoChains('providers')
let proxies: [FaultyProxy, FaultyProxy]
let book: Book

/** The endpoint that misbehaves is asked first. A majority needs two of the three. */
const urls = () => ({ left: [...proxies.map(({ url }) => url), chains.anvils.left.rpcUrl] })

beforeAll(async () => {
  const { rpcUrl } = chains.anvils.left
  proxies = [await keep(startFaultyProxy(rpcUrl)), await keep(startFaultyProxy(rpcUrl))]
})
beforeEach(async () => {
  for (const proxy of proxies) proxy.misbehave(undefined)
  book = await chains.start(urls(), {}, patient)
})

const bad = () => proxies[0]
const [badName, goodName] = [() => `1:${proxies[0].host}`, () => `2:${proxies[1].host}`]
const up = (endpoint: string) => book.metric('tandem_endpoint_up', { endpoint })
const faults = (endpoint: string, fault?: string) =>
  book.metric('tandem_endpoint_faults_total', { endpoint, ...(fault !== undefined && { fault }) })
const contradictions = (endpoint: string) => book.metric('tandem_endpoint_contradictions_total', { endpoint })

/**
 * Makes the watcher ask the bad endpoint, and counts how often that endpoint contradicted the others. The bad endpoint is
 * slower and therefore asked last, on a quiet machine never; it is asked while another endpoint rests after a failure.
 */
async function askedWithBad(): Promise<number> {
  const before = await faults(goodName())
  proxies[1].misbehave({ kind: 'drop_connection' })
  await untilSo(
    () => faults(goodName()),
    (count) => count > before,
    'down',
  )
  proxies[1].misbehave(undefined)
  await untilSo(
    () => up(goodName()),
    (value) => value === 1,
    'up again',
  )
  return contradictions(badName())
}

/**
 * Creates an order and initiates its source, with the confirmations that its chain asks for.
 * @returns the order's identifier.
 */
async function initiated(): Promise<string> {
  const order = await chains.newOrder(book)
  await chains.initiateSource(order)
  await chains.mine('left', confirmations)
  return order.order_id
}

async function expectTheTruth(): Promise<void> {
  const wanted = await chains.eventsOnChain('left')
  const head = await chains.head('left')
  await untilSo(
    () => chains.cursor('left'),
    (cursor) => cursor?.number === head.number && cursor.hash === head.hash,
    `at block ${head.number}`,
  )
  expect(await chains.storedEvents('left')).toEqual(wanted)
  expect((await chains.cursor('left'))?.head).toBe(head.number)
}

async function startAgain(changed: { rpcTimeoutMs: number }): Promise<void> {
  await book.stop()
  book = await chains.start(urls(), {}, changed)
}

const patienceWith = ({ kind }: Fault) => (kind === 'hang' || kind === 'stall' ? impatient : patient)

type Case = { name: string; fault: Fault }
const cases: Case[] = [
  { name: 'never answers', fault: { kind: 'hang' } },
  { name: 'stops in the middle of an answer', fault: { kind: 'stall' } },
  { name: 'drops connections', fault: { kind: 'drop_connection' } },
  { name: 'answers malformed JSON', fault: { kind: 'malformed_json' } },
  { name: 'limits the rate', fault: { kind: 'rate_limit', retryAfterSecs: 2 } },
  { name: 'leaves a log out', fault: { kind: 'missing_log' } },
  { name: 'invents a log', fault: { kind: 'extra_log' } },
  { name: 'returns logs of other blocks', fault: { kind: 'foreign_log' } },
  { name: 'lags behind', fault: { kind: 'lag', blocks: 20 } },
  { name: 'names a head far ahead', fault: { kind: 'lying_head', head: 'ahead' } },
  { name: 'names an old head', fault: { kind: 'lying_head', head: 'behind' } },
  { name: 'names a head of a fork', fault: { kind: 'lying_head', head: 'fork' } },
]

describe('a watcher of which one endpoint of three misbehaves, asked first', () => {
  it.each(cases)('goes on with the others when it $name', async ({ fault }) => {
    if (patienceWith(fault) !== patient) await startAgain(patienceWith(fault))
    bad().misbehave(fault)
    await book.untilStatus(await initiated(), 'source_initiated')
    await book.untilStatus(await initiated(), 'source_initiated')
    await expectTheTruth()
    expect(await faults(goodName(), 'wrong_data')).toBe(0)
    expect(await contradictions(goodName())).toBe(0)
  })

  it.each(cases)('catches up from far behind with the others when it $name', async ({ fault }) => {
    const order = await chains.newOrder(book)
    await book.stop()
    await chains.initiateSource(order)
    await chains.mine('left', 40)
    bad().misbehave(fault)
    book = await chains.start(urls(), {}, patienceWith(fault))
    await book.untilStatus(order.order_id, 'source_initiated')
    await expectTheTruth()
    expect(await faults(goodName(), 'wrong_data')).toBe(0)
  })
})

describe('a watcher whose endpoints all refuse wide ranges', () => {
  const shapes = ['limit_exceeded', 'invalid_params'] as const
  it.each(shapes)('asks them for less when they answer %s', async (shape) => {
    const order = await chains.newOrder(book)
    await book.stop()
    await chains.initiateSource(order)
    await chains.mine('left', 100)
    for (const proxy of proxies) proxy.misbehave({ kind: 'refuse_ranges', widest: 7, shape })
    book = await chains.start({ ...urls(), left: proxies.map(({ url }) => url) }, {}, patient)
    await book.untilStatus(order.order_id, 'source_initiated')
    await expectTheTruth()
  })
})

describe('a watcher whose endpoints see different reorgs', () => {
  it('does not believe a reorg that only the preferred endpoint shows', async () => {
    const id = await initiated()
    await book.untilStatus(id, 'source_initiated')
    const { number } = await chains.head('left')
    bad().misbehave({ kind: 'forked', from: Number(number) - 10 })
    await book.untilStatus(await initiated(), 'source_initiated')
    await expectTheTruth()
    await untilSo(askedWithBad, (count) => count > 0, 'named in a metric')
    expect((await book.order(id)).status).toBe('source_initiated')
    expect(await book.metric('tandem_watcher_reorg_depth_blocks_count')).toBe(0)
  })

  it('does not believe a reorg of one endpoint of two while the other is silent', async () => {
    const id = await initiated()
    await book.untilStatus(id, 'source_initiated')
    await book.stop()
    book = await chains.start({ ...urls(), left: proxies.map(({ url }) => url) }, {}, impatient)
    const { number } = await chains.head('left')
    proxies[1].misbehave({ kind: 'hang' })
    await untilSo(
      () => faults(goodName(), 'timeout'),
      (count) => count > 0,
      'down',
    )
    bad().misbehave({ kind: 'forked', from: Number(number) - 1 })
    const calls = () => bad().calls.get('eth_getBlockByNumber') ?? 0
    const before = calls()
    await untilSo(
      async () => calls(),
      (count) => count > before + 20,
      'asked again and again',
    )
    expect((await book.order(id)).status).toBe('source_initiated')
    for (const proxy of proxies) proxy.misbehave(undefined)
    await book.untilStatus(await initiated(), 'source_initiated')
    await expectTheTruth()
    expect(await book.metric('tandem_watcher_reorg_depth_blocks_count')).toBe(0)
  })

  it('follows a reorg that both show', async () => {
    const order = await chains.newOrder(book)
    const goBack = await chains.snapshot('left')
    await chains.initiateSource(order)
    await chains.mine('left', confirmations)
    await book.untilStatus(order.order_id, 'source_initiated')
    await goBack()
    await chains.mine('left', confirmations + 10)
    await book.untilStatus(order.order_id, 'created')
    await expectTheTruth()
    expect(await book.metric('tandem_watcher_reorg_depth_blocks_count')).toBe(1)
  })
})

describe('two chains', () => {
  it('are watched apart: one whose only endpoint hangs does not delay the other', async () => {
    await book.stop()
    const only = proxies[0]
    book = await chains.start({ left: [only.url] }, {}, { rpcTimeoutMs: 60_000 })
    await untilSo(
      () => up(badName()),
      (value) => value === 1,
      'up',
    )
    only.misbehave({ kind: 'hang' })
    const order = await chains.newOrder(book, { from: 'right' })
    await chains.initiateSource(order)
    await chains.mine('right', confirmations)
    await book.untilStatus(order.order_id, 'source_initiated', 50_000)
    await only.stop()
  })
})
