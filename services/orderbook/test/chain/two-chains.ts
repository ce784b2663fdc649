import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { networkSchema, type OrderWire, orderSchema } from '@tandem/contracts'
import { encodeCreateEscrow, escrowEventTopics, hashSecret, testTokenAbi } from '@tandem/escrow'
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
import { createLogger, loadConfig } from '@tandem/service-kit'
import pg from 'pg'
import {
  type Address,
  createTestClient,
  createWalletClient,
  getAddress,
  type Hex,
  http,
  numberToHex,
  type RpcLog,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compose, type Orderbook } from '../../src/compose.ts'
import { constants, settings } from '../../src/config.ts'
import { migratedDatabase } from '../support/database.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
export const confirmations = 3
const chainNames = ['left', 'right'] as const
export type ChainName = (typeof chainNames)[number]
const [deployer, user, solver] = [0, 1, 2]

export type RpcUrls = Readonly<Record<ChainName, readonly string[]>>

/** Two real chains with the contracts on them, a database, and orderbooks that watch through any endpoints. */
export interface TwoChains {
  readonly anvils: Record<ChainName, LocalAnvil>
  mine(chain: ChainName, blocks: number): Promise<void>
  head(chain: ChainName): Promise<{ number: bigint; hash: Hex }>
  /**
   * Takes a snapshot.
   * @returns a function that goes back to it, which is a reorg of everything mined since.
   */
  snapshot(chain: ChainName): Promise<() => Promise<void>>
  /** The environment variables for a separate process. */
  env(rpcUrls: RpcUrls): Record<string, string>
  /** Starts an orderbook with watcher and API in one. */
  start(rpcUrls: RpcUrls, env?: Record<string, string>, changed?: Partial<typeof constants>): Promise<Book>
  newOrder(book: Book, from?: ChainName): Promise<OrderWire>
  /** Sends a call as the user, and waits until it is mined. */
  sendAsUser(chain: ChainName, call: { to: Address; data: Hex }): Promise<Hex>
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

  const env = (rpcUrls: RpcUrls) => envOf(database.url, networkFile, rpcUrls)
  const pool = new pg.Pool({ connectionString: database.url })
  const control = (chain: ChainName) => controlOf(anvils[chain])
  return {
    ...{ anvils, env, ...storedOf(pool) },
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
    sendAsUser: (chain, call) => send(walletAt(anvils[chain], user), call),
    initiateSource: ({ source_intent: intent }) =>
      initiate(walletAt(anvils[intent.chain as ChainName], user), { registry, token, intent }),
    eventsOnChain: (chain) => eventsOnChain(control(chain), registry),
    command: (rpcUrls, ...args) => runMain(env(rpcUrls), args),
    newOrder: (book, from = 'left') => newOrder(book, from, walletAt(left, user).account.address),
    async stop() {
      await pool.end()
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

async function initiate(
  wallet: Wallet,
  { registry, token, intent }: { registry: Address; token: Address; intent: OrderWire['source_intent'] },
): Promise<Hex> {
  const args = [intent.swap_id as Address, BigInt(intent.amount)] as const
  const hash = await wallet.writeContract({ address: token, abi: testTokenAbi, functionName: 'transfer', args })
  await wallet.waitForTransactionReceipt({ hash })
  const data = encodeCreateEscrow({
    token: intent.token_address as Address,
    creator: intent.creator as Address,
    recipient: intent.recipient as Address,
    hopBridge: zeroAddress,
    amount: BigInt(intent.amount),
    cancelAfter: intent.cancel_after,
    commitmentHash: intent.commitment_hash as Hex,
  })
  return send(wallet, { to: registry, data })
}

async function eventsOnChain(client: ReturnType<typeof controlOf>, registry: Address): Promise<string[]> {
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

/** Swallows logs: the errors that tests provoke would fill the output. */
const silentLogger = createLogger({
  service: 'orderbook',
  level: 'error',
  format: 'json',
  stream: new Writable({ write: (_chunk, _encoding, done) => done() }),
})

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

const controlOf = ({ chainId, rpcUrl }: LocalAnvil) =>
  createTestClient({ mode: 'anvil', chain: anvilChain(chainId), transport: http(rpcUrl) }).extend(anvilActions)

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
  const order = async (id: string): Promise<OrderWire> => {
    const answer = (await (await fetch(`${url}/orders/${id}`)).json()) as { result: unknown }
    return orderSchema.parse(answer.result)
  }
  return {
    order,
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

async function newOrder(book: Book, from: ChainName, recipient: Address): Promise<OrderWire> {
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
    commitment_hash: hashSecret(`0x${randomBytes(32).toString('hex')}`),
  })
  return orderSchema.parse(order)
}
