/** Two real chains with the real contracts, a database, a stand-in for the orderbook, and relayers to run on them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClaimWire, Network, OrderWire } from '@tandem/contracts'
import { type EscrowTerms, hashSecret } from '@tandem/escrow'
import {
  type AnvilOptions,
  createTestDatabase,
  type StartedParts,
  startAnvil,
  startedParts,
  type TestDatabase,
  untilSo,
} from '@tandem/local-services'
import { loadConfig } from '@tandem/service-kit'
import { applyMigrations } from '@tandem/service-kit/migrate'
import pg from 'pg'
import { type Hex, toHex, zeroAddress } from 'viem'
import { compose } from '../../src/compose.ts'
import { constants, settings } from '../../src/config.ts'
import { claimOf } from './api.ts'
import { type FakeOrderbook, startFakeOrderbook } from './fake-orderbook.ts'
import { anOrderWire } from './order-wire.ts'
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts'
import {
  type Anvils,
  type ChainName,
  type Contracts,
  confirmations,
  deployOnBoth,
  solver,
  type TestChains,
  testChains,
  user,
} from './test-chains.ts'
import { testNetwork } from './test-network.ts'

/** Of anvil's accounts, the relayer's signer. */
const signerAccount = 8
/** Budgets so large that only the tests of the budgets come near them. */
const perDay = { address_usd: '1000000', total_usd: '1000000' }
const generous = { native_price_usd: '1', claims: perDay, initiations: perDay, keeper: perDay }

export interface TestbedOptions {
  /** Seconds by which the chains' clocks are behind our own, for tests of what our own clock decides. */
  behindSecs?: number
  /** The database; by default one of the test's own. */
  database?: TestDatabase
  anvil?: Pick<AnvilOptions, 'blockTimeSecs' | 'blockGasLimit'>
  confirmations?: number
  /** Whether the token knows EIP-2612 and EIP-3009. */
  hasAuthorizations?: boolean
}

/** Constants that a test changes. */
export type Changed = Partial<typeof constants>
export type Testbed = Awaited<ReturnType<typeof startTestbed>>
/** An order with its secret, and with the terms of its two escrows. */
export type TestOrder = Awaited<ReturnType<Testbed['order']>>

/** Starts everything. If any part fails to start, those that had started are stopped. */
export async function startTestbed(options: TestbedOptions = {}) {
  const parts = startedParts()
  return parts.allOrNone(() => assemble(options, parts))
}

async function assemble(options: TestbedOptions, parts: StartedParts) {
  const { behindSecs = 0, anvil = {}, hasAuthorizations = false } = options
  const timestamp = Math.floor(Date.now() / 1000) - behindSecs
  const [database, left, right, orderbook] = await Promise.all([
    parts.keep(openDatabase(options.database), (made) => made.drop()),
    parts.keep(startAnvil({ chainId: 911, timestamp, ...anvil })),
    parts.keep(startAnvil({ chainId: 912, timestamp, ...anvil })),
    parts.keep(startFakeOrderbook()),
  ])
  const anvils: Anvils = { left, right }
  const contracts = await deployOnBoth(anvils, hasAuthorizations)
  const chains = testChains(anvils, contracts)
  const network = testNetwork(contracts, {
    solver: chains.wallet('left', solver).account.address,
    confirmations: options.confirmations ?? confirmations,
    // Where a block comes only with a transaction, nobody can tell how long a block takes.
    block_time_ms: anvil.blockTimeSecs === undefined ? 100 : anvil.blockTimeSecs * 1_000,
  })
  const files = await parts.keep(networkFiles(network), ({ remove }) => remove())
  const db = await parts.keep(connect(database.url), (client) => client.end())
  const relayers = relayersOn({ anvils, database, orderbook, networkFile: files.networkFile() })
  return {
    anvils,
    database,
    /** A connection to the database. */
    db,
    network,
    orderbook,
    ...contracts,
    ...chains,
    ...ordersOn(chains, contracts, orderbook),
    ...relayers,
    ...requestsOn(chains, db),
    /** Another network file beside the usual one, for a relayer that reads the same chains otherwise. */
    networkFile: files.networkFile,
    signer: chains.wallet('right', signerAccount).account.address,
    /** Whether the chains make a block for each transaction, unless a test stops them. */
    isAutomined: anvil.blockTimeSecs === undefined,
    async stop(): Promise<void> {
      await relayers.endTest()
      await parts.end()
    },
  }
}

async function openDatabase(own: TestDatabase | undefined): Promise<TestDatabase> {
  if (own === undefined) return createTestDatabase('relayer', 'relayer')
  const migrationsDir = new URL('../../prisma/migrations', import.meta.url).pathname
  await applyMigrations({ databaseUrl: own.url, migrationsDir })
  return own
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // Chaos kills the server. The next query of this connection then fails, which is soon enough.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function networkFiles(network: Network) {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-relayer-test-'))
  return {
    networkFile(change: (network: Network) => Network = (same) => same): string {
      const file = join(dir, `network-${randomUUID()}.json`)
      writeFileSync(file, JSON.stringify(change(network)))
      return file
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

interface OrderOptions {
  isSourceOpen?: boolean
  isPrefunded?: boolean
  isDestinationOpen?: boolean
  blocks?: number
  destination?: Partial<EscrowTerms>
}

/** Orders that the orderbook shows, and their vaults on the chains. */
function ordersOn(chains: TestChains, { registry, token }: Contracts, orderbook: FakeOrderbook) {
  function plan(now: number, over: Partial<EscrowTerms> = {}) {
    const secret = toHex(randomBytes(32))
    const terms = (creator: number, recipient: number, lifeSecs: number): EscrowTerms => ({
      token,
      creator: chains.wallet('left', creator).account.address,
      recipient: chains.wallet('left', recipient).account.address,
      hopBridge: zeroAddress,
      amount: 1000n,
      cancelAfter: now + lifeSecs,
      commitmentHash: hashSecret(secret),
    })
    const source = terms(user, solver, 7200)
    const destination = { ...terms(solver, user, 3600), ...over }
    const side = (chain: ChainName, of: EscrowTerms) => ({
      chain,
      registry,
      vault: chains.vaultOf(chain, of),
      terms: of,
    })
    const order = anOrderWire(side('left', source), side('right', destination))
    orderbook.orders.set(order.order_id, order)
    return { order, secret, source, destination }
  }
  const unfunded = { isSourceOpen: false, isPrefunded: false, isDestinationOpen: false }
  const chainTime = async () => Number((await chains.control('left').getBlock()).timestamp)

  /**
   * An order whose two vaults are open at depth, unless an option says otherwise. A source that is not open is funded at its
   * address. `destination`: terms of the destination vault that differ from the usual ones.
   */
  async function order(options: OrderOptions = {}) {
    const made = plan(await chainTime(), options.destination)
    if (options.isSourceOpen !== false) await chains.open('left', user, made.source)
    else if (options.isPrefunded !== false) await chains.prefund('left', user, made.source)
    if (options.isDestinationOpen !== false) await chains.open('right', solver, made.destination, options.blocks)
    return made
  }

  return {
    order,

    /** An order of which nothing is on chain. */
    unfundedOrder: async (): Promise<OrderWire> => (await order(unfunded)).order,

    /** Opens many orders at once, with both vaults on chain. They reach their depth as the chains go on. */
    async openOrders(count: number): Promise<{ order: OrderWire; secret: Hex }[]> {
      const now = await chainTime()
      const made = Array.from({ length: count }, () => plan(now))
      const sources = made.map(({ source }) => source)
      const destinations = made.map(({ destination }) => destination)
      await Promise.all([chains.openAll('left', user, sources), chains.openAll('right', solver, destinations)])
      return made.map(({ order, secret }) => ({ order, secret }))
    },
  }
}

interface Around {
  anvils: Anvils
  database: TestDatabase
  orderbook: FakeOrderbook
  networkFile: string
}

/** Relayers on these parts, and endpoints in front of the chains. What a test starts is stopped at its end. */
function relayersOn({ anvils, database, orderbook, networkFile }: Around) {
  const running: ReturnType<typeof relayer>[] = []
  const key = anvils.left.accounts[signerAccount]?.privateKey
  const ofFile = startedParts()
  let ofTest = ofFile
  /** How many of the relayers were started before the test. */
  let before = 0

  /** The settings that have a relayer read the chains through these endpoints; a chain without any is read as it is. */
  const rpcUrls = (through: Partial<Record<ChainName, readonly { url: string }[]>>): { RPC_URLS: string } => {
    const urlsOf = (chain: ChainName) => through[chain]?.map(({ url }) => url) ?? [anvils[chain].rpcUrl]
    return { RPC_URLS: JSON.stringify({ left: urlsOf('left'), right: urlsOf('right') }) }
  }

  /** The settings of a relayer on this testbed. */
  const env = (over: Record<string, string> = {}): Record<string, string | undefined> => ({
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: database.url,
    // The machine of a test may be busy, so answers may take long. Tests of an outage set a shorter time.
    DATABASE_ANSWER_TIMEOUT_MS: '20000',
    REDIS_URL: process.env.TANDEM_TEST_REDIS_URL,
    NETWORK_FILE: networkFile,
    ...rpcUrls({}),
    ORDERBOOK_URL: orderbook.url,
    SECRETS_KEY: `0x${'42'.repeat(32)}`,
    SIGNERS: JSON.stringify({ left: [key], right: [key] }),
    RATE_LIMIT_PER_MINUTE: '0',
    SHUTDOWN_DELAY_MS: '0',
    SPONSORING: JSON.stringify({ left: generous, right: generous }),
    ...over,
  })

  /** A relayer on this testbed; each has its own process state and shares everything else. */
  const relayer = (over: Record<string, string> = {}, changed: Changed = {}) =>
    compose({ ...constants, ...loadConfig(settings, env(over)), ...changed })

  /** Stops every relayer that the test has started. */
  const stopRelayers = async (): Promise<void> => {
    await Promise.all(running.splice(before).map((one) => one.stop()))
  }
  const keep: StartedParts['keep'] = <T>(part: Promise<T>, end?: (part: T) => unknown) =>
    end === undefined ? ofTest.keep(part as Promise<never>) : ofTest.keep(part, end)

  return {
    env,
    rpcUrls,
    relayer,
    stopRelayers,

    /** Starts a relayer. @returns its URL. */
    async startRelayer(over: Record<string, string> = {}, changed: Changed = {}): Promise<string> {
      const one = relayer(over, changed)
      running.push(one)
      return (await one.start()).url
    },

    /** Starts an endpoint in front of a chain, by default of the destination. */
    startProxy: (chain: ChainName = 'right'): Promise<RpcProxy> => keep(startRpcProxy(anvils[chain].rpcUrl)),

    /** Has a part end with the test, or, when a `beforeAll` starts it, after all tests. */
    keep,

    /** Begins a test: what was started until now goes on after it. */
    beginTest(): void {
      before = running.length
      ofTest = startedParts()
    },

    /** Ends what the test has started; between tests, everything. */
    async endTest(): Promise<void> {
      await stopRelayers()
      await ofTest.end()
      before = 0
      ofTest = ofFile
    },
  }
}

/** A row of the table `requests`, as far as tests read it. */
export interface RequestRow {
  id: string
  state: string
  error_code: string | null
  last_reason: string | null
  last_reason_code: string | null
  secret_ct: Buffer | null
  revealed_at: Date | null
  tx_hash: Hex | null
}

/** What the relayers make of claims and initiations. */
function requestsOn(chains: TestChains, db: pg.Client) {
  /** Polls until the value is as wanted. A block is mined before each reading, because these chains mine only for a transaction. */
  const mineUntil = <T>(
    read: () => Promise<T | undefined>,
    isSo: (value: T) => boolean,
    what: string,
    { chain = 'right', withinMs }: { chain?: ChainName; withinMs?: number | undefined } = {},
  ): Promise<T> =>
    untilSo(
      async () => {
        await chains.control(chain).mine({ blocks: 1 })
        return read()
      },
      isSo,
      what,
      withinMs,
    )

  /** The request of an order. */
  const requestOf = async ({ order_id: id }: OrderWire): Promise<RequestRow | undefined> =>
    (await db.query<RequestRow>('SELECT * FROM requests WHERE order_id = $1', [id])).rows[0]

  return {
    mineUntil,
    requestOf,

    /** Mines until the order's claim has this status, or is as `isSo` wants it. */
    untilClaim: (url: string, order: OrderWire, isSo: ClaimWire['status'] | ((claim: ClaimWire) => boolean)) =>
      typeof isSo === 'string'
        ? mineUntil(
            () => claimOf(url, order),
            ({ status }) => status === isSo,
            isSo,
          )
        : mineUntil(() => claimOf(url, order), isSo, 'as expected'),

    /** Mines until the order's row has this value. */
    untilRow: (order: OrderWire, column: 'state' | 'last_reason_code', value: string, withinMs?: number) =>
      mineUntil(
        () => requestOf(order),
        (row) => row[column] === value,
        value,
        { withinMs },
      ),

    /** Lets the order's next step be due now. */
    makeDue: ({ order_id: id }: OrderWire) =>
      db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [id]),
  }
}
