/**
 * What the production composition passes to the rules that protect users' money: confirmations,
 * windows, clocks, endpoints, leadership, and the handling of reorgs. Every number is different, so
 * that two swapped settings fail the test. The chains are models behind real endpoints, so that
 * blocks cost nothing and no test waits for one.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { askHeader, isBelieved } from '@tandem/chain'
import {
  type ChainConfig,
  type NetworkWire,
  networkSchema,
  type OrderWire,
  orderSchema,
  quoteSchema,
} from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import request from 'supertest'
import { compose } from '../src/compose.ts'
import { makeChainQuorum } from '../src/network/chain-quorum.ts'
import { errorOf, resultOf } from './support/api.ts'
import { randomAddress, randomHash } from './support/builders.ts'
import { type ModelChain, makeModelChain, type PendingEvent } from './support/model-chain.ts'
import { type ModelEndpoint, modelEndpoint } from './support/model-endpoint.ts'
import { type Lies, makeLiar, noLies } from './support/model-liar.ts'
import { silentLogger, startTestOrderbook, type TestOrderbook, testConfig } from './support/orderbook.ts'

/** The time of the orderbook's clock in unix seconds, until a test moves it. */
const T = 1_800_000_000
/** How many seconds the chains' clocks are ahead of the orderbook's. */
const aheadOf = { left: 5, right: 11, one: 5, two: 11 }
const steps = { maxAheadSecs: 77, maxStaleSecs: 55, ttlSecs: 41, initiateSecs: 703, fillSecs: 131, marginSecs: 18_000 }

type Name = keyof typeof aheadOf
const names = ['left', 'right', 'one', 'two'] as const
const chains = {
  left: {
    block_time_ms: 2_000,
    confirmations: 3,
    confirmation_steps: [{ from_usd: 1_000, confirmations: 9 }],
    claim_safety_secs: 100,
    source_cancel_after_secs: 22_100,
    dest_cancel_after_secs: 1_000,
  },
  right: {
    block_time_ms: 3_000,
    confirmations: 5,
    confirmation_steps: [{ from_usd: 1_000, confirmations: 14 }],
    claim_safety_secs: 170,
    source_cancel_after_secs: 30_000,
    dest_cancel_after_secs: 4_100,
  },
  one: {
    block_time_ms: 2_000,
    confirmations: 4,
    confirmation_steps: [{ from_usd: 1_000, confirmations: 10 }],
    claim_safety_secs: 110,
    source_cancel_after_secs: 24_000,
    dest_cancel_after_secs: 3_300,
    fitted_windows: { reveal_secs: 61, claim_secs: 307 },
  },
  two: {
    block_time_ms: 3_000,
    confirmations: 6,
    confirmation_steps: [{ from_usd: 1_000, confirmations: 16 }],
    claim_safety_secs: 190,
    source_cancel_after_secs: 25_000,
    dest_cancel_after_secs: 1_100,
    fitted_windows: { reveal_secs: 83, claim_secs: 411 },
  },
}
const networkWire: NetworkWire = {
  chains: names.map((chain, index) => ({
    chain,
    chain_id: 801 + index,
    display_name: chain,
    native_symbol: 'ETH',
    explorer_url: null,
    start_block: 0,
    registry_address: `0x${'e'.repeat(40)}`,
    solver_address: `0x${'2'.repeat(40)}`,
    ...chains[chain],
  })),
  assets: names.map((chain) => ({
    asset: `${chain}:eth`,
    symbol: 'ETH',
    display_name: 'Ether',
    decimals: 18,
    token_address: nativeToken,
    permit: false,
    min_amount: '1',
    max_amount: `1${'0'.repeat(24)}`,
    usd_price_ceiling: '1',
  })),
  routes: [
    ['left', 'right'],
    ['right', 'left'],
    ['one', 'two'],
  ].map(([from, to]) => ({ source: `${from}:eth`, destination: `${to}:eth`, route_type: 'direct', fee_bips: 0 })),
  min_margin_secs: steps.marginSecs,
}
const ether = (dollars: number) => String(BigInt(dollars) * 10n ** 18n)

const dir = mkdtempSync(join(tmpdir(), 'tandem-wiring-'))
const networkFile = join(dir, 'network.json')
let models: Record<Name, ModelChain>
let lies: Lies
let endpoints: Record<Name, ModelEndpoint[]>
let book: TestOrderbook
let clock = T

beforeAll(async () => {
  writeFileSync(networkFile, JSON.stringify(networkWire))
  models = Object.fromEntries(
    // The newest of twenty blocks has the chain's time.
    names.map((name) => [name, makeModelChain(name, T + aheadOf[name] - 20)]),
  ) as typeof models
  for (const model of Object.values(models)) for (let block = 1; block < 20; block += 1) model.mine()
  lies = { ...noLies }
  const honest = (name: Name) => modelEndpoint(801 + names.indexOf(name), models[name].answer)
  endpoints = {
    left: [await modelEndpoint(801, makeLiar(models.left, lies)), await honest('left'), await honest('left')],
    right: [await honest('right')],
    one: [await honest('one')],
    two: [await honest('two')],
  }
  book = await startTestOrderbook('wiring', envOf('api,watcher', endpoints), { now: () => clock * 1_000 }, changed)
  await untilRead()
})
afterAll(async () => {
  await book.stop()
  await Promise.all(
    Object.values(endpoints)
      .flat()
      .map((endpoint) => endpoint.stop()),
  )
  rmSync(dir, { recursive: true })
})
beforeEach(() => {
  clock = T
})
afterEach(() => {
  Object.assign(lies, noLies)
  for (const endpoint of Object.values(endpoints).flat()) endpoint.isSilent = false
})

const urlsOf = (at: Record<Name, ModelEndpoint[]>) =>
  Object.fromEntries(Object.entries(at).map(([name, some]) => [name, some.map(({ url }) => url)]))

const envOf = (roles: string, at: Record<Name, ModelEndpoint[]>) => ({
  ROLES: roles,
  NETWORK_FILE: networkFile,
  RPC_URLS: JSON.stringify(urlsOf(at)),
  STATIC_PRICES: '{"ETH":"1"}',
  QUOTE_TTL_SECS: `${steps.ttlSecs}`,
  CHAIN_MAX_AHEAD_SECS: `${steps.maxAheadSecs}`,
  INITIATE_WITHIN_SECS: `${steps.initiateSecs}`,
  FILL_WITHIN_SECS: `${steps.fillSecs}`,
})
const changed = { chainMaxStaleSecs: steps.maxStaleSecs, watcherPollMs: 10 }

const metrics = async () => (await book.api.get('/metrics')).text

const cursorOf = async (name: Name) => {
  const cursor = await book.database.prisma.chainCursor.findUnique({ where: { chain: name } })
  return cursor === null ? undefined : { number: cursor.number, hash: cursor.hash, isMarked: cursor.readAt !== null }
}
/** Waits until the watcher has stored the newest block of each chain and recorded that it did. */
const untilRead = () =>
  Promise.all(
    names.map((name) =>
      untilSo(
        () => cursorOf(name),
        (cursor) => cursor?.hash === models[name].blocks.at(-1)?.hash && cursor.isMarked,
        `${name} is read`,
      ),
    ),
  )

/** Waits until each endpoint was asked twice more: at least one of these requests began after this moment. */
async function untilAsked(some: readonly ModelEndpoint[]): Promise<void> {
  const countOf = ({ asked }: ModelEndpoint) => [...asked.values()].reduce((sum, count) => sum + count, 0)
  const before = some.map(countOf)
  await untilSo(
    async () => some.every((endpoint, index) => countOf(endpoint) > (before[index] ?? 0) + 1),
    Boolean,
    'asked again',
  )
}

/** Waits for so many polls of the endpoint that the results of the first one would be stored. */
async function untilPolled(endpoint: ModelEndpoint): Promise<void> {
  for (let poll = 0; poll < 4; poll += 1) await untilAsked([endpoint])
}

/** Mines blocks of the same second: the chains' clocks stop together with the orderbook's. */
async function mine(name: Name, blocks: number, events: readonly PendingEvent[] = []): Promise<void> {
  for (let block = 0; block < blocks; block += 1) models[name].mine(block === 0 ? events : [], 0)
  await untilRead()
}

/** Replaces the newest blocks by others, and adds one more. */
async function reorganize(name: Name, depth: number, events: readonly PendingEvent[] = []): Promise<void> {
  const before = models[name].drop(depth)
  for (let block = 0; block <= before.length; block += 1) models[name].mine(block === 0 ? events : [], 0)
  await untilRead()
}

const ask = (from: Name, to: Name, dollars: number) =>
  book.api.post('/quotes').send({
    source_asset: `${from}:eth`,
    destination_asset: `${to}:eth`,
    source_amount: ether(dollars),
  })

async function newOrder(dollars: number, from: Name = 'left', to: Name = 'right') {
  const quote = resultOf(await ask(from, to, dollars), quoteSchema)
  const response = await book.api.post('/orders').send({
    user_id: 'u',
    quote_id: quote.quote_id,
    commitment_hash: randomHash(),
    source: { ...quote.source, recipient: randomAddress() },
    destination: { ...quote.destination, recipient: randomAddress() },
  })
  return { quote, order: resultOf(response, orderSchema) }
}
const orderOf = async ({ order_id: id }: OrderWire) => resultOf(await book.api.get(`/orders/${id}`), orderSchema)
const statusOf = async (order: OrderWire) => (await orderOf(order)).status

const created = (order: OrderWire, side: 'source_intent' | 'destination_intent'): PendingEvent => ({
  subject: order[side].swap_id as `0x${string}`,
  kind: 'created',
  payload: { commitmentHash: order[side].commitment_hash as `0x${string}` },
  txHash: randomHash(),
})

describe('the windows of a quote and its order', () => {
  const secsOf = (text: string) => Date.parse(text) / 1_000 - T
  const fromNow = (time: number | null | undefined) => (time == null ? time : time - T)

  it.each([
    // The user has 744 s; the confirmations of the source take 6 s, and the maker has 131 s.
    ['left', 'right', 100, { initiateBy: 5 + 744, fillBy: 11 + 744 + 6 + 131 }],
    ['left', 'right', 2_000, { initiateBy: 5 + 744, fillBy: 11 + 744 + 18 + 131 }],
    // A destination that lives for 1,000 s leaves 840 s before its safety margin and the least time to fill, so the user's
    // time is cut.
    ['right', 'left', 100, { initiateBy: 11 + 840 - 15 - 131, fillBy: 5 + 840 }],
    ['right', 'left', 2_000, { initiateBy: 11 + 840 - 42 - 131, fillBy: 5 + 840 }],
  ] as const)('from %s to %s, worth %s dollars, are those of its chains and of the configuration', async (...given) => {
    const [from, to, dollars, times] = given
    const { quote, order } = await newOrder(dollars, from, to)
    expect(secsOf(quote.expires_at)).toBe(steps.ttlSecs)
    expect({ initiateBy: fromNow(quote.initiate_by), fillBy: fromNow(quote.fill_by) }).toEqual(times)
    expect({ initiateBy: fromNow(order.initiate_by), fillBy: fromNow(order.fill_by) }).toEqual(times)
    const ends = [fromNow(order.source_intent.cancel_after), fromNow(order.destination_intent.cancel_after)]
    // The source outlives the destination by the margin, by 70 s of slack, and by the seconds that its clock is ahead.
    expect(ends).toEqual(from === 'left' ? [11 + 4_100 + 18_000 + 70, 11 + 4_100] : [11 + 30_000, 5 + 1_000])
  })

  it('are fitted to the depths and the worth where the chains say how', async () => {
    const { quote, order } = await newOrder(100, 'one', 'two')
    // The destination lives for 1,100 s. What must follow the fill is subtracted, and the user's time is cut.
    const fillBy = 11 + 1_100 - 18 - 190 - 83
    expect(fromNow(quote.initiate_by)).toBe(5 + (fillBy - 11) - 8 - 131)
    // The fill is followed by 18 s for the destination's confirmations, its safety margin of 190 s,
    // and 83 s to hand over the secret.
    const destination = fillBy + 18 + 190 + 83
    // The destination's deadline is followed by the confirmations of both chains, 307 s to claim
    // the source, and 70 s of slack.
    const source = destination + 18 + 307 + 8 + 70
    expect([fromNow(quote.fill_by), fromNow(quote.dest_cancel_after)]).toEqual([fillBy, destination])
    expect(fromNow(quote.source_cancel_after)).toBe(source)
    const ends = [fromNow(order.source_intent.cancel_after), fromNow(order.destination_intent.cancel_after)]
    expect(ends).toEqual([source, destination])
  })
})

describe('the clocks of the chains', () => {
  it('may be ahead of ours by the bound, and not by a second more', async () => {
    clock = T + aheadOf.right - steps.maxAheadSecs
    expect((await ask('left', 'right', 100)).status).toBe(201)
    clock -= 1
    const late = errorOf(await ask('left', 'right', 100))
    expect(late).toMatchObject({ code: 'CHAIN_UNAVAILABLE', details: { chain: 'right' } })
  })

  it('stop the trade once a chain was not read for the bound', async () => {
    for (const endpoint of endpoints.right) endpoint.isSilent = true
    // Requests from before the silence have been answered by then.
    await untilAsked(endpoints.right)
    const readAt = async (chain: Name) =>
      Number((await book.database.prisma.chainCursor.findUniqueOrThrow({ where: { chain } })).readAt) / 1_000
    clock = (await readAt('right')) + steps.maxStaleSecs
    await untilSo(
      () => readAt('left'),
      (time) => time === clock,
      'the other chain is read',
    )
    expect((await ask('left', 'right', 100)).status).toBe(201)
    clock += 1
    expect(errorOf(await ask('left', 'right', 100))).toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      details: { chain: 'right' },
    })
  })

  it('are read up to the bound, and no block beyond it is believed', async () => {
    const { two } = models
    const ofLast = () => two.blocks.at(-1)?.timestamp ?? 0
    two.mine([], T + steps.maxAheadSecs - ofLast())
    await untilRead()
    const before = await cursorOf('two')
    two.mine([], 1)
    const isRefused = async () => /^tandem_endpoint_faults_total\{.*chain="two".*\} [1-9]/m.test(await metrics())
    const isStored = async () => (await cursorOf('two'))?.number !== before?.number
    await untilSo(async () => (await isRefused()) || (await isStored()), Boolean, 'the block is refused')
    expect(await isStored()).toBe(false)
    // After a wrong answer the endpoint is not asked for a while, by the orderbook's clock.
    clock += 60
    await untilRead()
  })
})

describe('a fact', () => {
  it.each([
    ['left', 'source_intent', 100, 3],
    ['right', 'destination_intent', 100, 5],
    ['left', 'source_intent', 2_000, 9],
    ['right', 'destination_intent', 2_000, 14],
  ] as const)('on %s counts for the %s of an order of %s dollars from %s blocks on', async (...given) => {
    const [name, side, dollars, depth] = given
    const { order } = await newOrder(dollars)
    await mine(name, depth - 1, [created(order, side)])
    expect((await orderOf(order))[side].status).toBe('awaiting')
    await mine(name, 1)
    expect((await orderOf(order))[side].status).toBe('created')
  })

  it.each([
    ['that did not count yet', 1],
    ['that counted', 3],
    ['in a block that the new branch outgrows by far', 40],
  ])(
    '%s is taken back by a reorganization, and counts again in the block that it then stands in',
    async (_case, depth) => {
      const { order } = await newOrder(100)
      const first = created(order, 'source_intent')
      await mine('left', depth, [first])
      expect(await statusOf(order)).toBe(depth < 3 ? 'created' : 'source_initiated')
      await reorganize('left', depth)
      await mine('left', 3)
      expect(await orderOf(order)).toMatchObject({
        status: 'created',
        source_intent: { status: 'awaiting', create_tx_hash: null },
      })
      const second = created(order, 'source_intent')
      await mine('left', 3, [second])
      expect(await orderOf(order)).toMatchObject({
        status: 'source_initiated',
        source_intent: { create_tx_hash: second.txHash },
      })
    },
  )

  it('is final once no reorganization that is followed can reach it', async () => {
    const { order } = await newOrder(100)
    const event = created(order, 'destination_intent')
    // A quarter of an hour is 300 blocks of three seconds.
    await mine('right', 300, [event])
    const finality = async () =>
      (await book.database.prisma.chainEvent.findFirstOrThrow({ where: { txHash: event.txHash } })).finality
    expect(await finality()).toBe('confirmed')
    await mine('right', 1)
    expect(await finality()).toBe('finalized')
  })
})

describe('the clock by which deadlines pass', () => {
  it('is that of a block deep enough for any order, and goes back with a reorganization', async () => {
    const { order } = await newOrder(100)
    const { right } = models
    const end = order.destination_intent.cancel_after
    clock = end
    right.mine([], end - (right.blocks.at(-1)?.timestamp ?? 0))
    await mine('right', 12)
    expect((await orderOf(order)).destination_intent.status).toBe('awaiting')
    await mine('right', 1)
    const statusNow = async () => (await orderOf(order)).destination_intent.status
    await untilSo(statusNow, (status) => status === 'expired', 'expired')
    // The new branch is no longer than the old one.
    for (const _block of right.drop(14)) right.mine([], 0)
    await untilRead()
    await untilSo(statusNow, (status) => status === 'awaiting', 'awaiting again')
  })
})

describe('the endpoints of a chain', () => {
  it('decide by a majority: one of three that invents a fact is not believed', async () => {
    const { order } = await newOrder(100)
    lies.invents = { event: created(order, 'source_intent'), replaced: 1, count: 30 }
    const [liar, ...honest] = endpoints.left as [ModelEndpoint, ...ModelEndpoint[]]
    // While the honest endpoints are silent, the liar's answer would be believed if one endpoint were enough.
    for (const endpoint of honest) endpoint.isSilent = true
    for (let block = 0; block < 5; block += 1) models.left.mine([], 0)
    await untilPolled(liar)
    for (const endpoint of honest) endpoint.isSilent = false
    await mine('left', 5)
    expect(await statusOf(order)).toBe('created')
  })

  it('decide by a majority: nothing is read where two of three are silent', async () => {
    const silent = endpoints.left.slice(1)
    for (const endpoint of silent) endpoint.isSilent = true
    const before = await cursorOf('left')
    models.left.mine([], 0)
    await untilAsked(silent)
    await untilPolled(endpoints.left[0] as ModelEndpoint)
    expect((await cursorOf('left'))?.number).toBe(before?.number)
    for (const endpoint of silent) endpoint.isSilent = false
    await untilRead()
  })
})

describe('an endpoint of another chain', () => {
  it.each([
    ['is believed in nothing', 999, false],
    ['would be, with the chain id of the network file', 802, true],
  ])('%s', async (_case, chainId, isRead) => {
    const endpoint = await modelEndpoint(chainId, models.right.answer)
    const config = networkSchema.parse(networkWire).chains[1] as ChainConfig
    const quorum = makeChainQuorum(config, [endpoint.url], { timeoutMs: 10_000, now: Date.now, observer: {} })
    const belief = await askHeader(quorum, 1n)
    await endpoint.stop()
    expect(isBelieved(belief)).toBe(isRead)
  })
})

describe('a second process', () => {
  it('reads no chain that another one leads', async () => {
    const at: typeof endpoints = { left: [], right: [], one: [], two: [] }
    for (const [index, name] of names.entries()) at[name].push(await modelEndpoint(801 + index, models[name].answer))
    const second = compose(testConfig(book.database.url, envOf('watcher', at), changed), { logger: silentLogger })
    try {
      const api = request(await second.start())
      // The process is ready once it has tried to lead every chain.
      await untilSo(
        async () => (await api.get('/ready')).status,
        (status) => status === 200,
        'ready',
      )
      expect(Object.values(at).map(([one]) => one?.asked.get('eth_getBlockByNumber'))).toEqual(
        names.map(() => undefined),
      )
    } finally {
      await second.stop()
      for (const [endpoint] of Object.values(at)) await endpoint?.stop()
    }
  })
})
