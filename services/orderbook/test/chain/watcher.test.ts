/** The watcher against a real chain, a real database and the real contracts. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventPageSchema, networkSchema, type OrderWire, orderSchema, type z } from '@tandem/contracts'
import {
  type EscrowTerms,
  encodeCancel,
  encodeClaim,
  encodeCreateEscrow,
  encodeRecoverPrefund,
  hashSecret,
  testTokenAbi,
} from '@tandem/escrow'
import { testTokenBytecode } from '@tandem/escrow/bytecode'
import { deployContractDeterministic, deployEscrow } from '@tandem/escrow/deploy'
import {
  anvilActions,
  anvilChain,
  createTestDatabase,
  type LocalAnvil,
  startAnvil,
  type TestDatabase,
  untilSo,
} from '@tandem/local-services'
import { loadConfig } from '@tandem/service-kit'
import pg from 'pg'
import {
  type Address,
  createTestClient,
  createWalletClient,
  getAddress,
  type Hex,
  http,
  toHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compose, type Orderbook } from '../../src/compose.ts'
import { constants, settings } from '../../src/config.ts'

const confirmations = 3
let database: TestDatabase
let anvils: [LocalAnvil, LocalAnvil]
let token: Address
let registry: Address
let networkFile: string
let book: Orderbook
let pool: pg.Pool

const chainNames = ['left', 'right'] as const
type ChainName = (typeof chainNames)[number]
const anvilOf = (name: ChainName) => anvils[name === 'left' ? 0 : 1]

function walletOf(name: ChainName, account: number) {
  const anvil = anvilOf(name)
  const key = anvil.accounts[account]?.privateKey
  if (key === undefined) throw new Error(`no account ${account}`)
  return createWalletClient({
    account: privateKeyToAccount(key),
    chain: anvilChain(anvil.chainId),
    transport: http(anvil.rpcUrl),
    pollingInterval: 20,
  }).extend(anvilActions)
}
const control = (name: ChainName) =>
  createTestClient({
    mode: 'anvil',
    chain: anvilChain(anvilOf(name).chainId),
    transport: http(anvilOf(name).rpcUrl),
  }).extend(anvilActions)
const mine = (name: ChainName, blocks: number) => control(name).mine({ blocks })
const user = 1
const solver = 2

function env(): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: database.url,
    NETWORK_FILE: networkFile,
    RPC_URLS: JSON.stringify({ left: [anvils[0].rpcUrl], right: [anvils[1].rpcUrl] }),
    STATIC_PRICES: '{"DAI":"1"}',
    RATE_LIMIT_PER_MINUTE: '0',
    SHUTDOWN_DELAY_MS: '0',
    STATS_CACHE_SECS: '0',
    // Tests move the chains' clocks ahead.
    CHAIN_MAX_AHEAD_SECS: '86400',
  }
}

async function get<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> {
  const answer = (await (await fetch(`${book.url()}${path}`)).json()) as { result: unknown }
  return schema.parse(answer.result)
}

/** Waits until the order satisfies `isRight`. A failure shows the order instead. */
const untilOrder = (orderId: string, isRight: (order: OrderWire) => boolean, what: string): Promise<OrderWire> =>
  untilSo(() => get(`/orders/${orderId}`, orderSchema), isRight, what)
const untilStatus = (orderId: string, status: string) => untilOrder(orderId, (order) => order.status === status, status)

/** Posts, and repeats while a chain is refused because the watcher has not read it up to its head. */
async function post(path: string, body: object): Promise<{ result: never }> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await fetch(`${book.url()}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.ok) return (await answer.json()) as { result: never }
    const text = await answer.text()
    if (!text.includes('CHAIN_UNAVAILABLE') || Date.now() > deadline) throw new Error(text)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function newOrder(): Promise<{ order: OrderWire; secret: Hex }> {
  const secret = toHex(randomBytes(32))
  const { result: quote } = await post('/quotes', {
    source_asset: 'left:dai',
    destination_asset: 'right:dai',
    source_amount: '5000000',
  })
  const recipient = walletOf('left', user).account.address
  const { source, destination, quote_id } = quote as { source: object; destination: object; quote_id: string }
  const { result } = await post('/orders', {
    user_id: 'u',
    quote_id,
    source: { ...source, recipient },
    destination: { ...destination, recipient },
    commitment_hash: hashSecret(secret),
  })
  return { order: orderSchema.parse(result), secret }
}

type IntentWire = OrderWire['source_intent']
/** The call that claims a plain escrow. */
const claimCall = (intent: IntentWire, secret: Hex) => ({
  to: intent.registry_address as Address,
  data: encodeClaim(termsOf(intent), secret),
})

const termsOf = (intent: IntentWire): EscrowTerms => ({
  token: intent.token_address as Address,
  creator: intent.creator as Address,
  recipient: intent.recipient as Address,
  hopBridge: zeroAddress,
  amount: BigInt(intent.amount),
  cancelAfter: intent.cancel_after,
  commitmentHash: intent.commitment_hash as Hex,
})

/** Funds the vault and announces it. */
async function initiate(intent: IntentWire, account: number): Promise<Hex> {
  const wallet = walletOf(intent.chain as ChainName, account)
  const transfer = await wallet.writeContract({
    address: token,
    abi: testTokenAbi,
    functionName: 'transfer',
    args: [intent.swap_id as Address, BigInt(intent.amount)],
  })
  await wallet.waitForTransactionReceipt({ hash: transfer })
  return send(intent.chain as ChainName, account, { to: registry, data: encodeCreateEscrow(termsOf(intent)) })
}

async function send(chain: ChainName, account: number, call: { to: Address; data: Hex }): Promise<Hex> {
  const wallet = walletOf(chain, account)
  const hash = await wallet.sendTransaction(call)
  const receipt = await wallet.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error('the transaction reverted')
  return hash
}

async function start(): Promise<Orderbook> {
  const started = compose({ ...constants, ...loadConfig(settings, env()) })
  const url = await started.start()
  while (!(await fetch(`${url}/ready`)).ok) await new Promise((resolve) => setTimeout(resolve, 50))
  return started
}

beforeAll(async () => {
  ;[database, anvils] = await Promise.all([
    createTestDatabase('watcher', 'orderbook'),
    Promise.all([startAnvil({ chainId: 901 }), startAnvil({ chainId: 902 })]),
  ])
  for (const name of chainNames) {
    const wallet = walletOf(name, 0)
    const clients = { publicClient: wallet, walletClient: wallet }
    ;({ registry } = await deployEscrow(clients))
    ;({ address: token } = await deployContractDeterministic({
      ...clients,
      abi: testTokenAbi,
      bytecode: testTokenBytecode,
      args: ['Dai', 'DAI', 6],
    }))
    for (const account of [user, solver]) {
      const hash = await wallet.writeContract({
        address: token,
        abi: testTokenAbi,
        functionName: 'mint',
        args: [walletOf(name, account).account.address, 10n ** 12n],
      })
      await wallet.waitForTransactionReceipt({ hash })
    }
  }
  const network = networkSchema.parse({
    chains: chainNames.map((chain, index) => ({
      chain,
      chain_id: 901 + index,
      display_name: chain,
      registry_address: registry,
      solver_address: getAddress(walletOf(chain, solver).account.address),
      block_time_ms: 100,
      confirmations,
      start_block: 0,
      source_cancel_after_secs: 7200,
      dest_cancel_after_secs: 3600,
      claim_safety_secs: 60,
      native_symbol: 'ETH',
      explorer_url: null,
    })),
    assets: chainNames.map((chain) => ({
      asset: `${chain}:dai`,
      symbol: 'DAI',
      display_name: 'Dai',
      decimals: 6,
      token_address: token,
      permit: false,
      min_amount: '1',
      max_amount: '1000000000',
    })),
    routes: [{ source: 'left:dai', destination: 'right:dai', route_type: 'direct', fee_bips: 10 }],
    min_margin_secs: 1800,
  })
  networkFile = join(mkdtempSync(join(tmpdir(), 'tandem-watcher-')), 'network.json')
  writeFileSync(networkFile, JSON.stringify(network))
  pool = new pg.Pool({ connectionString: database.url })
  book = await start()
})

afterAll(async () => {
  await book.stop()
  await pool.end()
  rmSync(dirname(networkFile), { recursive: true, force: true })
  await Promise.all(anvils.map((anvil) => anvil.stop()))
  await database.drop()
})

const eventTypes = async (orderId: string) => {
  const { data } = await get(`/orders/${orderId}/events?limit=1000`, eventPageSchema)
  expect(data.map(({ order_seq }) => order_seq)).toEqual(data.map((_, index) => index + 1))
  return data.map(({ type, status, fact }) =>
    fact === null ? `${type} ${status}` : `${type} ${fact.side} ${fact.kind}`,
  )
}

describe('the watcher', () => {
  it('follows a swap from nothing to completed, each fact only at depth', async () => {
    const { order, secret } = await newOrder()
    const createTx = await initiate(order.source_intent, user)
    // At a depth of one block the creation is seen, but no fact yet.
    await untilSeen(order.order_id)
    expect((await get(`/orders/${order.order_id}`, orderSchema)).source_intent.create_tx_hash).toBeNull()
    await mine('left', confirmations - 1)
    const initiated = await untilStatus(order.order_id, 'source_initiated')
    expect(initiated.source_intent).toMatchObject({
      create_tx_hash: createTx,
      status: 'created',
      claim_tx_hash: null,
      commitment: null,
    })

    await initiate(order.destination_intent, solver)
    await mine('right', confirmations - 1)
    await untilStatus(order.order_id, 'destination_initiated')

    const claimTx = await send('right', 5, claimCall(order.destination_intent, secret))
    await mine('right', confirmations - 1)
    const claimed = await untilStatus(order.order_id, 'destination_claimed')
    expect(claimed.destination_intent).toMatchObject({ claim_tx_hash: claimTx, commitment: secret, status: 'claimed' })

    await send('left', solver, claimCall(order.source_intent, secret))
    await mine('left', confirmations - 1)
    const completed = await untilStatus(order.order_id, 'completed')
    const block = await control('left').getTransactionReceipt({ hash: completed.source_intent.claim_tx_hash as Hex })
    const { timestamp } = await control('left').getBlock({ blockNumber: block.blockNumber })
    expect(completed.source_intent.claim_timestamp).toBe(new Date(Number(timestamp) * 1000).toISOString())
    expect(completed.next_action).toBeNull()

    expect((await eventTypes(order.order_id)).filter((line) => !/_(seen|finalized)/.test(line))).toEqual([
      'order.created created',
      'order.fact_confirmed source created',
      'order.status_changed source_initiated',
      'order.fact_confirmed destination created',
      'order.status_changed destination_initiated',
      'order.reveal_safe destination_initiated',
      'order.fact_confirmed destination claimed',
      'order.status_changed destination_claimed',
      'order.fact_confirmed source claimed',
      'order.status_changed completed',
    ])
  })

  it("takes a cancellation for its own vault's alone, whatever commitment hash it carries", async () => {
    const { order } = await newOrder()
    await initiate(order.source_intent, user)
    await mine('left', confirmations - 1)
    await untilStatus(order.order_id, 'source_initiated')
    const forged = { ...termsOf(order.source_intent), creator: walletOf('left', 5).account.address }
    await send('left', 5, { to: registry, data: encodeRecoverPrefund(forged) })
    await mine('left', confirmations)
    // A later creation on the same chain is visible, so the cancellation before it was read.
    const { order: later } = await newOrder()
    await initiate(later.source_intent, user)
    await mine('left', confirmations - 1)
    await untilStatus(later.order_id, 'source_initiated')
    const { status, source_intent: source } = await get(`/orders/${order.order_id}`, orderSchema)
    expect([status, source.status, source.cancel_tx_hash]).toEqual(['source_initiated', 'created', null])
  })

  it('never shows a fact that a reorg below the confirmation depth took away', async () => {
    const { order } = await newOrder()
    const snapshot = await control('left').snapshot()
    await initiate(order.source_intent, user)
    await untilSeen(order.order_id)
    await control('left').revert({ id: snapshot })
    await mine('left', 6)
    const types = await untilEvents(order.order_id, 'order.fact_retracted source created')
    expect(types).toEqual([
      'order.created created',
      'order.fact_seen source created',
      'order.fact_retracted source created',
    ])
    expect((await get(`/orders/${order.order_id}`, orderSchema)).source_intent.create_tx_hash).toBeNull()
  })

  it('takes a fact back when a reorg replaces blocks above the confirmation depth, and finds it again', async () => {
    const { order } = await newOrder()
    const snapshot = await control('left').snapshot()
    await initiate(order.source_intent, user)
    await mine('left', confirmations + 2)
    await untilStatus(order.order_id, 'source_initiated')
    await control('left').revert({ id: snapshot })
    await mine('left', 12)
    const back = await untilStatus(order.order_id, 'created')
    expect(back.source_intent).toMatchObject({
      create_tx_hash: null,
      create_block_number: null,
      create_timestamp: null,
      status: 'awaiting',
    })

    const again = await initiate(order.source_intent, user)
    await mine('left', confirmations - 1)
    expect((await untilStatus(order.order_id, 'source_initiated')).source_intent.create_tx_hash).toBe(again)
  })

  it('goes on where it stopped, and stores nothing twice', async () => {
    const { order } = await newOrder()
    await book.stop()
    await initiate(order.source_intent, user)
    await mine('left', 40)
    book = await start()
    await untilStatus(order.order_id, 'source_initiated')
    const { rows } = await pool.query('SELECT count(*)::int AS events FROM chain_events WHERE subject = $1', [
      order.source_intent.swap_id,
    ])
    expect(rows).toEqual([{ events: 1 }])
  })

  it('lets one of two processes lead, and the other take over', async () => {
    const second = await start()
    const { order } = await newOrder()
    await book.stop()
    const first = book
    book = second
    expect(first).not.toBe(second)
    await initiate(order.source_intent, user)
    await mine('left', confirmations - 1)
    await untilStatus(order.order_id, 'source_initiated')
  })

  it('shows what only time changes: refundable, then cancelled', async () => {
    const { order } = await newOrder()
    await initiate(order.source_intent, user)
    await mine('left', confirmations - 1)
    await untilStatus(order.order_id, 'source_initiated')
    for (const name of chainNames) {
      await control(name).setNextBlockTimestamp({ timestamp: BigInt(order.source_intent.cancel_after) })
      await mine(name, confirmations)
    }
    // Each chain has its own clock, and its own watcher.
    const isPast = ({ source_intent: source, destination_intent: destination }: OrderWire) =>
      source.status === 'cancellable' && destination.status === 'expired'
    expect((await untilOrder(order.order_id, isPast, 'past both deadlines')).status).toBe('refundable')
    const { source_intent: source } = order
    const cancel = { to: source.registry_address as Address, data: encodeCancel(termsOf(source)) }
    await send('left', 5, cancel)
    await mine('left', confirmations - 1)
    const cancelled = await untilStatus(order.order_id, 'cancelled')
    expect(cancelled.source_intent.cancel_tx_hash).not.toBeNull()
  })
})

const untilSeen = (orderId: string) => untilEvents(orderId, 'order.fact_seen source created')

async function untilEvents(orderId: string, wanted: string): Promise<string[]> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const types = await eventTypes(orderId)
    if (types.includes(wanted)) return types
    if (Date.now() > deadline) throw new Error(`no ${wanted} among ${types.join('; ')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
