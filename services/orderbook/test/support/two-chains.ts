import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import {
  eventPageSchema,
  type IntentWire,
  networkSchema,
  type OrderEventWire,
  type OrderWire,
  orderSchema,
  type z,
} from '@tandem/contracts'
import { type EscrowTerms, encodeCreateEscrow, escrowEventTopics, hashSecret, testTokenAbi } from '@tandem/escrow'
import { testTokenBytecode } from '@tandem/escrow/bytecode'
import { deployContractDeterministic, deployEscrow } from '@tandem/escrow/deploy'
import {
  anvilActions,
  anvilChain,
  type LocalAnvil,
  programArgs,
  type StartedParts,
  startAnvil,
  startedParts,
  untilSo,
} from '@tandem/local-services'
import { loadConfig } from '@tandem/service-kit'
import type pg from 'pg'
import {
  type Address,
  type Chain,
  type Client,
  createTestClient,
  createWalletClient,
  getAddress,
  type Hex,
  type HttpTransport,
  http,
  numberToHex,
  type PublicActions,
  type RpcLog,
  type TestActions,
  toHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compose, type Orderbook } from '../../src/compose.ts'
import { constants, settings } from '../../src/config.ts'
import { migratedDatabase } from './database.ts'
import { silentLogger } from './orderbook.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
export const confirmations = 3
export const chainNames = ['left', 'right'] as const
export type ChainName = (typeof chainNames)[number]
const deployer = 0
/** The accounts of anvil that create sources, and destinations. */
export const [user, solver] = [1, 2]

/** The endpoints through which chains are read. Those of a chain that is not named here are its anvil. */
export type RpcUrls = Readonly<Partial<Record<ChainName, readonly string[]>>>

/** Two real chains with the contracts on them, a database, and orderbooks that watch through any endpoints. */
export interface TwoChains {
  readonly anvils: Record<ChainName, LocalAnvil>
  /** Connections to the database. */
  readonly pool: pg.Pool
  mine(chain: ChainName, blocks: number): Promise<void>
  head(chain: ChainName): Promise<{ number: bigint; hash: Hex }>
  /**
   * Takes a snapshot.
   * @returns a function that goes back to it, which is a reorg of everything mined since.
   */
  snapshot(chain: ChainName): Promise<() => Promise<void>>
  /** The environment variables for a separate process. */
  env(rpcUrls?: RpcUrls): Record<string, string>
  /** Starts an orderbook with watcher and API in one. */
  start(rpcUrls?: RpcUrls, env?: Record<string, string>, changed?: Partial<typeof constants>): Promise<Book>
  newOrder(book: Book, terms?: { from?: ChainName; secret?: Hex }): Promise<OrderWire>
  /** Changes a chain's blocks and clock. */
  control(chain: ChainName): Control
  addressOf(account: number): Address
  /** Sends a call, by default as the user, and waits until it is mined. */
  send(chain: ChainName, call: { to: Address; data: Hex }, account?: number): Promise<Hex>
  /** Funds an intent's vault, by default as the user, and announces it. */
  initiate(intent: IntentWire, account?: number): Promise<Hex>
  /**
   * Funds the order's source vault and announces it.
   * @returns the transaction with the event.
   */
  initiateSource(order: OrderWire): Promise<Hex>
  /** The registry's events as the chain shows them, in the form of `storedEvents`. */
  eventsOnChain(chain: ChainName): Promise<string[]>
  storedEvents(chain: ChainName): Promise<string[]>
  cursor(chain: ChainName): Promise<{ number: bigint; head: bigint; hash: string } | undefined>
  /** Deletes every stored event of a chain, as if no endpoint had shown it. */
  forget(chain: ChainName): Promise<void>
  /** Runs a command of `main.ts` to its end. */
  command(rpcUrls: RpcUrls, ...args: string[]): Promise<{ code: number | null; output: string }>
  /** The chain's clock, which decides deadlines. */
  clock(chain: ChainName): Promise<number | undefined>
  stop(): Promise<void>
}

/** Starts everything. If any part fails to start, the parts that did start are stopped. */
export async function startTwoChains(label: string): Promise<TwoChains> {
  const parts = startedParts()
  return parts.allOrNone(() => assemble(label, parts))
}

async function assemble(label: string, parts: StartedParts): Promise<TwoChains> {
  const [database, left, right] = await Promise.all([
    parts.keep(migratedDatabase(label), (made) => made.drop()),
    parts.keep(startAnvil({ chainId: 901 })),
    parts.keep(startAnvil({ chainId: 902 })),
  ])
  const anvils: Record<ChainName, LocalAnvil> = { left, right }
  const { registry, token } = await deployOnBoth(anvils)
  const dir = mkdtempSync(join(tmpdir(), 'tandem-two-chains-'))
  const networkFile = join(dir, 'network.json')
  const solverAddress = getAddress(walletAt(left, solver).account.address)
  writeFileSync(networkFile, JSON.stringify(networkOf(registry, token, solverAddress)))

  const env = (rpcUrls: RpcUrls = {}) =>
    envOf(database.url, networkFile, { left: [left.rpcUrl], right: [right.rpcUrl], ...rpcUrls })
  const { pool } = database
  const control = (chain: ChainName) => controlOf(anvils[chain])
  return {
    ...{ anvils, env, pool, ...storedOf(pool) },
    mine: (chain, blocks) => control(chain).mine({ blocks }),
    head: async (chain) => {
      const { number, hash } = await control(chain).getBlock()
      return { number, hash }
    },
    snapshot: async (chain) => {
      const id = await control(chain).snapshot()
      return () => control(chain).revert({ id })
    },
    start: (rpcUrls, changedEnv, changed) => startBook({ ...env(rpcUrls), ...changedEnv }, changed),
    control,
    addressOf: (account) => walletAt(left, account).account.address,
    send: (chain, call, account = user) => send(walletAt(anvils[chain], account), call),
    initiate: (intent, account = user) => initiate(walletAt(anvils[intent.chain as ChainName], account), intent),
    initiateSource: ({ source_intent: intent }) => initiate(walletAt(anvils[intent.chain as ChainName], user), intent),
    eventsOnChain: (chain) => eventsOnChain(control(chain), registry),
    command: (rpcUrls, ...args) => runMain(env(rpcUrls), args),
    newOrder: (book, terms) => newOrder(book, walletAt(left, user).account.address, terms),
    async stop() {
      rmSync(dir, { recursive: true, force: true })
      await parts.end()
    },
  }
}

/** Deploys the contracts at the same addresses on both chains, and gives tokens to user and solver. */
async function deployOnBoth(anvils: Record<ChainName, LocalAnvil>): Promise<{ registry: Address; token: Address }> {
  const deployed = await Promise.all(chainNames.map((chain) => deploy(walletAt(anvils[chain], deployer))))
  const [contracts] = deployed
  if (contracts === undefined) throw new Error('nothing was deployed')
  for (const chain of chainNames)
    for (const account of [user, solver])
      await mint(walletAt(anvils[chain], deployer), contracts.token, walletAt(anvils[chain], account).account.address)
  return contracts
}

const envOf = (databaseUrl: string, networkFile: string, rpcUrls: RpcUrls): Record<string, string> => ({
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'error',
  DATABASE_URL: databaseUrl,
  NETWORK_FILE: networkFile,
  RPC_URLS: JSON.stringify(rpcUrls),
  STATIC_PRICES: '{"DAI":"1"}',
  RATE_LIMIT_PER_MINUTE: '0',
  SHUTDOWN_DELAY_MS: '0',
  STATS_CACHE_SECS: '0',
})

/** Starts an orderbook, and waits until each chain was read or could not be read. */
async function startBook(env: Record<string, string>, changed: Partial<typeof constants> = {}): Promise<Book> {
  const config = { ...constants, ...loadConfig(settings, env), ...changed }
  const book = compose(config, { logger: silentLogger })
  const url = await book.start()
  await untilSo(
    async () => (await fetch(`${url}/ready`)).status,
    (status) => status === 200,
    'ready',
  ).catch(async (error: unknown) => {
    await book.stop()
    throw error
  })
  return bookOf(book)
}

async function send(wallet: Wallet, call: { to: Address; data: Hex }): Promise<Hex> {
  const hash = await wallet.sendTransaction(call)
  const receipt = await wallet.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error('the transaction reverted')
  return hash
}

async function initiate(wallet: Wallet, intent: IntentWire): Promise<Hex> {
  const args = [intent.swap_id as Address, BigInt(intent.amount)] as const
  const token = intent.token_address as Address
  const hash = await wallet.writeContract({ address: token, abi: testTokenAbi, functionName: 'transfer', args })
  await wallet.waitForTransactionReceipt({ hash })
  return send(wallet, { to: intent.registry_address as Address, data: encodeCreateEscrow(termsOf(intent)) })
}

/** The terms of an intent's escrow. */
export const termsOf = (intent: IntentWire): EscrowTerms => ({
  token: intent.token_address as Address,
  creator: intent.creator as Address,
  recipient: intent.recipient as Address,
  hopBridge: zeroAddress,
  amount: BigInt(intent.amount),
  cancelAfter: intent.cancel_after,
  commitmentHash: intent.commitment_hash as Hex,
})

async function eventsOnChain(client: Control, registry: Address): Promise<string[]> {
  const filter = { address: registry, topics: [[...escrowEventTopics]], fromBlock: numberToHex(0), toBlock: 'latest' }
  const logs = (await client.request({ method: 'eth_getLogs', params: [filter] } as never)) as RpcLog[]
  return logs.map((log) => `${log.blockHash} ${Number(log.logIndex)} ${log.transactionHash}`).sort()
}

const storedOf = (pool: pg.Pool): Pick<TwoChains, 'storedEvents' | 'cursor' | 'clock' | 'forget'> => ({
  async storedEvents(chain) {
    const { rows } = await pool.query<{ event: string }>(
      `SELECT concat_ws(' ', block_hash, log_index, tx_hash) AS event FROM chain_events WHERE chain = $1 AND canonical`,
      [chain],
    )
    return rows.map(({ event }) => event).sort()
  },
  async cursor(chain) {
    const { rows } = await pool.query<{ number: string; head_number: string; hash: string }>(
      'SELECT number, head_number, hash FROM chain_cursors WHERE chain = $1',
      [chain],
    )
    const row = rows[0]
    if (row === undefined) return undefined
    return { number: BigInt(row.number), head: BigInt(row.head_number), hash: row.hash }
  },
  async clock(chain) {
    const { rows } = await pool.query<{ clock: number | null }>(
      'SELECT clock::float8 FROM chain_cursors WHERE chain = $1',
      [chain],
    )
    return rows[0]?.clock ?? undefined
  },
  async forget(chain) {
    await pool.query('DELETE FROM chain_events WHERE chain = $1', [chain])
  },
})

async function runMain(
  env: Record<string, string>,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...programArgs(main), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, output }
}

type Wallet = ReturnType<typeof walletAt>

function walletAt({ chainId, rpcUrl, accounts }: LocalAnvil, account: number) {
  const key = accounts[account]?.privateKey
  if (key === undefined) throw new Error(`no account ${account}`)
  return createWalletClient({
    account: privateKeyToAccount(key),
    chain: anvilChain(chainId),
    transport: http(rpcUrl),
    pollingInterval: 20,
  }).extend(anvilActions)
}

type Control = Client<HttpTransport, Chain, undefined, undefined, PublicActions<HttpTransport, Chain> & TestActions>

function controlOf({ chainId, rpcUrl }: LocalAnvil): Control {
  const chain: Chain = anvilChain(chainId)
  return createTestClient({ mode: 'anvil', chain, transport: http(rpcUrl) }).extend(anvilActions) as Control
}

async function deploy(wallet: Wallet): Promise<{ registry: Address; token: Address }> {
  const clients = { publicClient: wallet, walletClient: wallet }
  const { registry } = await deployEscrow(clients)
  const { address: token } = await deployContractDeterministic({
    ...clients,
    abi: testTokenAbi,
    bytecode: testTokenBytecode,
    args: ['Dai', 'DAI', 6],
  })
  return { registry, token }
}

function networkOf(registry: Address, token: Address, solverAddress: Address): object {
  return networkSchema.parse({
    chains: chainNames.map((chain, index) => ({
      chain,
      chain_id: 901 + index,
      display_name: chain,
      registry_address: registry,
      solver_address: solverAddress,
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
    routes: [
      { source: 'left:dai', destination: 'right:dai', route_type: 'direct', fee_bips: 10 },
      { source: 'right:dai', destination: 'left:dai', route_type: 'direct', fee_bips: 10 },
    ],
    min_margin_secs: 1800,
  })
}

function bookOf(book: Orderbook) {
  const url = book.url()
  async function get<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> {
    const answer = (await (await fetch(`${url}${path}`)).json()) as { result: unknown }
    return schema.parse(answer.result)
  }
  const order = (id: string): Promise<OrderWire> => get(`/orders/${id}`, orderSchema)
  return {
    order,
    events: async (id: string): Promise<OrderEventWire[]> =>
      (await get(`/orders/${id}/events?limit=1000`, eventPageSchema)).data,
    untilStatus: (id: string, status: string, withinMs?: number) =>
      untilSo(
        () => order(id),
        (one) => one.status === status,
        status,
        withinMs,
      ),
    async post(path: string, body: object, more: Record<string, string> = {}): Promise<unknown> {
      const headers = { 'content-type': 'application/json', ...more }
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(await answer.text())
      return ((await answer.json()) as { result: unknown }).result
    },
    /** The sum of a metric's series that have these labels. */
    async metric(name: string, labels: Record<string, string> = {}): Promise<number> {
      const text = await (await fetch(`${url}/metrics`)).text()
      return text
        .split('\n')
        .filter((line) => line.startsWith(`${name}{`))
        .filter((line) => Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
    },
    stop: () => book.stop(),
  }
}
export type Book = ReturnType<typeof bookOf>

async function mint(minter: Wallet, token: Address, to: Address): Promise<void> {
  const args = [to, 10n ** 12n] as const
  const hash = await minter.writeContract({ address: token, abi: testTokenAbi, functionName: 'mint', args })
  await minter.waitForTransactionReceipt({ hash })
}

async function newOrder(
  book: Book,
  recipient: Address,
  { from = 'left', secret = toHex(randomBytes(32)) }: { from?: ChainName; secret?: Hex } = {},
): Promise<OrderWire> {
  const to = from === 'left' ? 'right' : 'left'
  type Quote = { source: object; destination: object; quote_id: string }
  const body = { source_asset: `${from}:dai`, destination_asset: `${to}:dai`, source_amount: '5000000' }
  const neverRead = /up to its head never/
  // A chain is not quoted before the watcher has first read it.
  const answer = await untilSo(
    () => book.post('/quotes', body).catch((error: Error) => error),
    (one) => !(one instanceof Error && neverRead.test(one.message)),
    'a quote',
  )
  if (answer instanceof Error) throw answer
  const quote = answer as Quote
  const order = await book.post('/orders', {
    user_id: 'u',
    quote_id: quote.quote_id,
    source: { ...quote.source, recipient },
    destination: { ...quote.destination, recipient },
    commitment_hash: hashSecret(secret),
  })
  return orderSchema.parse(order)
}
