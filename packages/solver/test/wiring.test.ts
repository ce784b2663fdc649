/**
 * The solver as production composes it, between two real chains whose numbers differ. It shows how deep a source must
 * be before money is put against it, and that the journal knows a funding before any endpoint does.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type LyingEndpoint, lyingEndpoint } from '@tandem/chain/lies'
import type { NetworkWire } from '@tandem/contracts'
import { encodeClaim, encodeCreateEscrowNative, nativeToken, predictVault } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import type { Order } from '@tandem/sdk'
import { loadConfig } from '@tandem/service-kit'
import { createTestClient, type Hex, http, pad, parseTransaction, publicActions, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compose } from '../src/compose.ts'
import { settings } from '../src/config.ts'
import {
  type Agreed,
  agree,
  amount,
  chainIds,
  type OrderOptions,
  startWorlds,
  type Worlds,
} from './support/one-order.ts'

/** Confirmation depths in blocks, for a small order and for a dear one. */
const depths = { a: { small: 3, dear: 6 }, b: { small: 5, dear: 9 } }
const lives = { a: { source: 86_400, destination: 14_000 }, b: { source: 90_000, destination: 14_400 } }
/**
 * The orders' margin is 72,000 s: too little for an order of unknown worth, whose destination would need another 3,000 s for its
 * depth, and for the destination's time to claim in place of the source's.
 */
const claimSecs = { a: 70_000, b: 80_000 }
type Name = 'a' | 'b'
const names = ['a', 'b'] as const

let worlds: Worlds
let dir: string
let orderbook: Server
let orders: Order[] = []
let endpoints: Record<Name, LyingEndpoint>
/** Each transaction of the solver when it was sent, with what the journal held at that moment. */
const left: { chain: Name; journal: string; nonce: number | undefined }[] = []
const begun: (() => Promise<void>)[] = []
/** The open streams of the orderbook's events. */
const streams = new Set<ServerResponse>()
let solverUrl = ''
/** What the price service answers: the price of ETH in US dollars, and how old the price is. */
let service = { price: '1', ageSecs: 0 }

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-solver-wiring-'))
  worlds = await startWorlds({ liars: false })
  const front = (chain: Name) => lyingEndpoint({ chain: worlds[chain].truth.rpcUrl })
  endpoints = { a: await front('a'), b: await front('b') }
  for (const chain of names)
    endpoints[chain].tell({
      name: 'watches',
      kind: 'lying',
      describes: 'is honest, and notes what the journal holds',
      tell: () => (request, honest) => {
        if (request.method === 'eth_sendRawTransaction') {
          const { nonce } = parseTransaction(request.params[0] as Hex)
          left.push({ chain, journal: readJournal(), nonce })
        }
        return honest()
      },
    })
  orderbook = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://orderbook')
    if (pathname === '/prices') {
      const updated_at = new Date(Date.now() - service.ageSecs * 1_000).toISOString()
      return void response.end(JSON.stringify({ prices: { ETH: service.price }, updated_at }))
    }
    const id = /^\/orders\/(.+)$/.exec(pathname)?.[1]
    if (pathname === '/events' && request.headers.accept === 'text/event-stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      return void streams.add(response)
    }
    const result =
      id === undefined
        ? { data: pathname === '/orders' ? orders : [], next_cursor: null }
        : orders.find((order) => order.order_id === id)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'Ok', result }))
  }).listen(0, '127.0.0.1')
  await once(orderbook, 'listening')
})
afterEach(async () => {
  for (const stop of begun.splice(0)) await stop()
  jest.restoreAllMocks()
  streams.clear()
  orders = []
  service = { price: '1', ageSecs: 0 }
  left.length = 0
})
afterAll(async () => {
  orderbook.closeAllConnections()
  orderbook.close()
  for (const chain of names) await endpoints[chain].stop()
  await worlds.stop()
  rmSync(dir, { recursive: true })
})

const journalFile = () => join(dir, 'journal.jsonl')
const readJournal = () => (existsSync(journalFile()) ? readFileSync(journalFile(), 'utf8') : '')

const orderbookUrl = () => `http://127.0.0.1:${(orderbook.address() as AddressInfo).port}`

/** A network with assets that are worth a dollar, and others that are worth so many that an order is dear. */
function networkOf(): NetworkWire {
  const { address } = privateKeyToAccount(worlds.a.truth.accounts[1]?.privateKey as Hex)
  const kinds = { small: '1', dear: '2000' }
  return {
    chains: names.map((chain) => ({
      chain,
      chain_id: chainIds[chain],
      display_name: chain,
      native_symbol: 'ETH',
      explorer_url: null,
      registry_address: worlds.registry,
      solver_address: address,
      start_block: 0,
      block_time_ms: chain === 'a' ? 200 : 300,
      confirmations: depths[chain].small,
      confirmation_steps: [
        { from_usd: 1_000, confirmations: depths[chain].dear },
        { from_usd: 1_000_000, confirmations: 10_000 },
      ],
      fitted_windows: { reveal_secs: 30, claim_secs: claimSecs[chain] },
      claim_safety_secs: chain === 'a' ? 60 : 90,
      source_cancel_after_secs: lives[chain].source,
      dest_cancel_after_secs: lives[chain].destination,
    })),
    assets: names.flatMap((chain) =>
      Object.entries(kinds).map(([kind, ceiling]) => ({
        asset: `${chain}:${kind}`,
        symbol: 'ETH',
        display_name: kind,
        decimals: 3,
        token_address: nativeToken,
        permit: false,
        min_amount: '1',
        max_amount: '1000000',
        usd_price_ceiling: ceiling,
      })),
    ),
    routes: [],
    min_margin_secs: 43_200,
  }
}

async function startSolver(over: Record<string, string> = {}): Promise<void> {
  const networkFile = join(dir, 'network.json')
  writeFileSync(networkFile, JSON.stringify(networkOf()))
  const keys = Object.fromEntries(names.map((chain) => [chain, worlds[chain].truth.accounts[1]?.privateKey]))
  const config = loadConfig(settings, {
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    NETWORK_FILE: networkFile,
    SOLVER_STATE_DIR: dir,
    RPC_URLS: JSON.stringify(Object.fromEntries(names.map((chain) => [chain, [endpoints[chain].url]]))),
    ORDERBOOK_URL: orderbookUrl(),
    SOLVER_SIGNERS: JSON.stringify(keys),
    SHUTDOWN_GRACE_MS: '1000',
    ...over,
  })
  const solver = compose(config)
  begun.push(() => solver.stop())
  solverUrl = (await solver.start()).url
}

/** Makes an order in these assets. The orderbook names it from now on. */
async function newOrder(kind: 'small' | 'dear', over: OrderOptions = {}): Promise<Agreed> {
  const agreed = await agree(worlds, over)
  agreed.order.order_id = randomUUID()
  agreed.order.source_intent.asset = `a:${kind}`
  agreed.order.destination_intent.asset = `b:${kind}`
  return agreed
}
const fundSource = ({ terms }: Agreed) => worlds.send('a', 'truth', 0, encodeCreateEscrowNative(terms.a), amount)
/** Creates a source that is as deep as a small order needs. The orderbook names the order from now on. */
async function withSource(agreed: Agreed): Promise<void> {
  agreed.order.source_intent.create_block_number = Number(await fundSource(agreed))
  await worlds.mine('a', depths.a.small)
  orders = [agreed.order]
}
const isFunded = async (agreed: Agreed) => (await worlds.stateOf(agreed, 'b')) !== 'missing'

/**
 * An aggregator of one dollar in 66 bytes of EVM code: decimals() answers 8; latestRoundData() answers the answer of storage slot
 * 0, and slot 1 as its time.
 */
async function startAggregator(): Promise<Hex> {
  const address = '0x00000000000000000000000000000000000a99e9'
  const bytecode =
    '0x5f3560e01c8063313ce56714601b5763feaf968c146024575f5ffd5b60085f5260205ff35b60015f525f5460205260015480604052606052600160805260a05ff3'
  const client = createTestClient({ mode: 'anvil', transport: http(worlds.a.truth.rpcUrl) })
  await client.setCode({ address, bytecode })
  const now = Math.floor(Date.now() / 1_000)
  for (const [index, value] of [100_000_000n, BigInt(now - 60)].entries())
    await client.setStorageAt({ address, index, value: toHex(value, { size: 32 }) })
  return address
}

/** A folder for a solver that must not know the orders of the others. */
const ownDir = () => mkdtempSync(join(dir, 'state-'))

/** The numbers of the blocks in which the escrow of an order was created, and then ended. */
async function eventBlocks(chain: Name, { vaults }: Agreed): Promise<number[]> {
  const client = createTestClient({ mode: 'anvil', transport: http(worlds[chain].truth.rpcUrl) }).extend(publicActions)
  const logs = await client.getLogs({ address: worlds.registry, fromBlock: 0n, toBlock: 'latest' })
  const ofVault = logs.filter(({ topics }) => (topics as readonly Hex[])[1] === pad(vaults[chain]).toLowerCase())
  return ofVault.map(({ blockNumber }) => Number(blockNumber))
}

/** Waits until the solver has counted two more checks of the order. It works on one source at a time, so the second check begins after everything that it had begun before. */
async function untilChecked({ order }: Pick<Agreed, 'order'>): Promise<void> {
  const checks = async () => {
    const text = await (await fetch(`${solverUrl}/metrics`)).text()
    return Number(/^tandem_solver_decision_seconds_count\{.*when="first".*\} (\d+)/m.exec(text)?.[1])
  }
  for (let turn = 0; turn < 2; turn += 1) {
    const before = await checks()
    const tell = async () => {
      for (const stream of streams) stream.write(`data: ${JSON.stringify(eventOf(order))}\n\n`)
      return checks()
    }
    await untilSo(tell, (count) => count > before, 'checked')
  }
}

const eventOf = ({ order_id, status }: Order) => ({
  seq: 1,
  order_seq: 1,
  order_id,
  type: 'order.status_changed',
  status,
  fact: null,
  created_at: new Date().toISOString(),
})

/** The settings of a solver that signs quotes. */
const maker = {
  SOLVER_PRICES: '{"ETH":"1"}',
  SOLVER_MAKER_SIGNER: `0x${'11'.repeat(32)}`,
  SOLVER_MAKER_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
}

describe('a solver in the composition of production', () => {
  it.each(['small', 'dear'] as const)(
    'funds a %s order once its source is as deep as its worth asks for',
    async (kind) => {
      const agreed = await newOrder(kind)
      await fundSource(agreed)
      await worlds.mine('a', depths.a[kind] - 2)
      orders = [agreed.order]
      await startSolver()
      await untilChecked(agreed)
      expect(await isFunded(agreed)).toBe(false)
      await worlds.mine('a')
      await untilSo(() => isFunded(agreed), Boolean, 'funded')
    },
  )

  it('has a funding in its journal before any endpoint has it, and funds nothing else against its source after a restart', async () => {
    const agreed = await newOrder('small')
    await withSource(agreed)
    await startSolver()
    await untilSo(() => isFunded(agreed), Boolean, 'funded')
    const { a: source, b: vault } = agreed.vaults
    expect(left).not.toEqual([])
    for (const { chain, journal, nonce } of left) {
      const noted = journal.split('\n').filter((line) => line.includes(`"source":"${source}"`))
      expect(noted.map((line) => (JSON.parse(line) as { funding: unknown }).funding)).toEqual([
        { source, vault, chain, nonce },
      ])
      expect(chain).toBe('b')
    }
    for (const stop of begun.splice(0)) await stop()

    // The orderbook names another destination for the same source.
    const terms = { ...agreed.terms.b, cancelAfter: agreed.terms.b.cancelAfter - 60 }
    const other = predictVault({ registry: worlds.registry, chainId: chainIds.b, terms })
    const destination = { ...agreed.order.destination_intent, cancel_after: terms.cancelAfter, swap_id: other }
    const order = { ...agreed.order, order_id: randomUUID(), destination_intent: destination }
    orders = [order]
    left.length = 0
    await startSolver()
    await untilChecked({ order })
    expect(left).toEqual([])
  })

  it('follows the price service without a restart: it funds by no stale price, and says so, and by a fresh one again', async () => {
    const agreed = await newOrder('small')
    await withSource(agreed)
    service = { price: '1', ageSecs: 3_600 }
    await startSolver({ PRICE_FEED_URL: `${orderbookUrl()}/prices`, SOLVER_MIN_PROFIT_BIPS: '-10000' })
    await untilChecked(agreed)
    expect(await isFunded(agreed)).toBe(false)
    const prices = async () => {
      const ready = await fetch(`${solverUrl}/ready`)
      const { checks } = (await ready.json()) as { checks: Record<string, unknown> }
      const metrics = await (await fetch(`${solverUrl}/metrics`)).text()
      const gauge = /^tandem_solver_price_fresh\{asset="a:eth",.*\} (\d)/m.exec(metrics)?.[1]
      return [ready.status, checks.prices, gauge]
    }
    expect(await prices()).toEqual([200, { ok: true, message: expect.stringContaining('a:small, a:dear') }, '0'])
    service = { price: '1', ageSecs: 0 }
    await untilSo(() => isFunded(agreed), Boolean, 'funded')
    expect(await prices()).toEqual([200, { ok: true }, '1'])
  })

  it('takes the price of a Chainlink feed', async () => {
    const agreed = await newOrder('small')
    await withSource(agreed)
    const address = await startAggregator()
    const feed = { chain: 'a', address, max_age_secs: 86_400 }
    await startSolver({ CHAINLINK_FEEDS: JSON.stringify({ ETH: feed }), SOLVER_MIN_PROFIT_BIPS: '-10000' })
    await untilSo(() => isFunded(agreed), Boolean, 'funded')
  })

  it.each([
    ['an order', { SOLVER_MAX_ORDER_USD: '0.99' }],
    ['an asset that it pays out', { SOLVER_MAX_ASSET_USD: '{"b:small":"0.99"}' }],
    ['an asset that repays it', { SOLVER_MAX_ASSET_USD: '{"a:small":"0.99"}' }],
    ['each asset', { SOLVER_MAX_ASSET_USD: '{"*":"0.99"}' }],
    ['a chain', { SOLVER_MAX_CHAIN_USD: '{"b":"0.99"}' }],
  ])('funds no order of a dollar beyond a limit of 99 cents for %s', async (_case, over) => {
    const agreed = await newOrder('small')
    await fundSource(agreed)
    await worlds.mine('a', depths.a.small)
    orders = [agreed.order]
    await startSolver({ SOLVER_STATE_DIR: ownDir(), SOLVER_PRICES: '{"ETH":"1"}', ...over })
    await untilChecked(agreed)
    expect([left, await isFunded(agreed)]).toEqual([[], false])
  })

  it('counts an order until it is repaid, also after a restart, and then writes it down once', async () => {
    const [first, second] = [await newOrder('small'), await newOrder('small')]
    for (const one of [first, second]) await fundSource(one)
    await worlds.mine('a', depths.a.small)
    const state = ownDir()
    const limits = { SOLVER_STATE_DIR: state, SOLVER_PRICES: '{"ETH":"1"}', SOLVER_MAX_CHAIN_USD: '{"b":"1.5"}' }
    orders = [first.order]
    await startSolver(limits)
    await untilSo(() => isFunded(first), Boolean, 'funded')
    orders = [first.order, second.order]
    for (const isAgain of [false, true]) {
      if (isAgain) {
        for (const stop of begun.splice(0)) await stop()
        await startSolver(limits)
      }
      await untilChecked(second)
      expect(await isFunded(second)).toBe(false)
    }
    const metrics = await (await fetch(`${solverUrl}/metrics`)).text()
    expect(/^tandem_solver_at_risk_usd\{kind="chain",name="b",.*\} (\S+)/m.exec(metrics)?.[1]).toBe('1')

    await worlds.send('b', 'truth', 0, encodeClaim(first.terms.b, first.secret))
    await untilSo(
      () => worlds.stateOf(first, 'a'),
      (source) => source === 'claimed',
      'claimed',
    )
    const sides = { a: first.order.source_intent, b: first.order.destination_intent }
    for (const chain of names) {
      const [created, claimed] = await eventBlocks(chain, first)
      Object.assign(sides[chain], { create_block_number: created, claim_block_number: claimed, claim_tx_hash: '0x' })
      await worlds.mine(chain, depths[chain].small)
    }
    await untilSo(() => isFunded(second), Boolean, 'funded', 60_000)
    const readLedger = () => readFileSync(join(state, 'ledger.jsonl'), 'utf8').trimEnd().split('\n')
    const lines = readLedger()
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        order_id: first.order.order_id,
        outcome: 'filled',
        source_asset: 'a:small',
        in: '1000',
        in_decimals: 3,
        in_usd: '1',
        destination_asset: 'b:small',
        out: '1000',
        out_decimals: 3,
        out_usd: '1',
        source_gas_wei: expect.stringMatching(/^[1-9]/),
        destination_gas_wei: expect.stringMatching(/^[1-9]/),
        profit_usd: expect.stringMatching(/^-0\.0/),
      }),
    ])
    expect(readFileSync(join(state, 'ledger.csv'), 'utf8')).toMatch(/^settled_at,.*\n.*,filled,.*\n$/)
    for (const stop of begun.splice(0)) await stop()
    await startSolver(limits)
    await untilChecked(second)
    expect(readLedger()).toEqual(lines)
  })

  it('counts its answers to the orderbook by their reasons', async () => {
    await startSolver({ ...maker, SOLVER_PAUSED: 'true' })
    const nowSecs = Math.floor(Date.now() / 1000)
    const amounts = { source_amount: '1', destination_amount: null, hop_relayer_fee: '0' }
    const times = {
      initiate_by: nowSecs + 600,
      fill_by: nowSecs + 900,
      expires_at: nowSecs + 60,
      answer_within_ms: 300,
    }
    const route = { source_asset: 'a:small', destination_asset: 'b:small', route_type: 'direct' }
    const body = JSON.stringify({ rfq_id: randomUUID(), ...route, ...amounts, ...times })
    const headers = { 'webhook-id': 'one', 'webhook-timestamp': String(nowSecs) }
    const key = Buffer.from(maker.SOLVER_MAKER_SECRET.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`one.${nowSecs}.${body}`).digest('base64')
    const answer = await fetch(`${solverUrl}/maker/quotes`, {
      ...{ method: 'POST', body, headers: { ...headers, 'webhook-signature': `v1,${signature}` } },
    })
    expect(await answer.json()).toEqual({ declined: 'paused' })
    expect(await (await fetch(`${solverUrl}/metrics`)).text()).toMatch(
      /^tandem_solver_maker_answers_total\{path="quotes",answer="paused".*\} 1$/m,
    )
  })

  it.each([
    ['paused', { SOLVER_PAUSED: 'true' }],
    ['in a dry run', { SOLVER_DRY_RUN: 'true' }],
    ['that wants a longer margin than the order has', { SOLVER_MIN_MARGIN_SECS: '80000' }],
    ['that trades other assets', { SOLVER_ASSETS: 'a:dear,b:dear' }],
    ['that wants to earn more than the order pays', { SOLVER_PRICES: '{"ETH":"1"}', SOLVER_MIN_PROFIT_BIPS: '1' }],
    ['that fills only what it signed', maker],
  ])('sends nothing when it is one %s', async (_case, over) => {
    const agreed = await newOrder('small')
    await withSource(agreed)
    const before = readJournal()
    await startSolver(over)
    await untilChecked(agreed)
    expect([left, await isFunded(agreed)]).toEqual([[], false])
    expect(readJournal().includes(agreed.vaults.a)).toBe(false)
    if ('SOLVER_DRY_RUN' in over) expect(readJournal()).toBe(before)
  })

  it.each<[string, OrderOptions, (agreed: Agreed, createdAt: number) => void]>([
    // A funding needs 5 s, and two blocks of 300 ms.
    ['whose time to fill is over before a funding is mined', { fillInSecs: 5 }, () => undefined],
    [
      'whose source came after its time',
      {},
      ({ order }, createdAt) => {
        order.initiate_by = createdAt - 1
      },
    ],
    [
      'that its own clock shows too late',
      {},
      ({ terms }) => {
        // A second less than the safety of the destination and half a minute.
        const aheadMs = (terms.b.cancelAfter - 90 - 30 + 1) * 1_000 - Date.now()
        const realNow = Date.now
        jest.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs)
      },
    ],
  ])('funds no order %s', async (_case, over, change) => {
    const agreed = await newOrder('small', over)
    await withSource(agreed)
    change(agreed, await worlds.timeOf('a', agreed.order.source_intent.create_block_number ?? 0))
    await startSolver()
    await untilChecked(agreed)
    expect([left, await isFunded(agreed)]).toEqual([[], false])
  })

  it('gives a source back once its time to fill is over at depth, and has that in its journal before', async () => {
    await startSolver()
    const agreed = await newOrder('small', { fillInSecs: 1 })
    await withSource(agreed)
    await worlds.mineAt('b', agreed.order.fill_by ?? 0)
    await worlds.mine('b', depths.b.small - 2)
    await untilChecked(agreed)
    expect(left).toEqual([])
    await worlds.mine('b')
    await untilSo(
      () => worlds.stateOf(agreed, 'a'),
      (state) => state === 'cancelled',
      'given back',
    )
    const consent = `{"consent":{"source":"${agreed.vaults.a}"}`
    expect(left.map(({ chain, journal }) => [chain, journal.includes(consent)])).toEqual([['a', true]])
  })
})
