/** Two real chains with the real contracts, a database, a stand-in for the orderbook, and relayers to run on them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IntentWire, type Network, networkSchema, type OrderWire } from '@tandem/contracts'
import {
  type EscrowTerms,
  encodeCreateEscrow,
  encodeCreateEscrowNative,
  escrowRegistryAbi,
  hashSecret,
  nativeToken,
  predictVault,
  testTokenAbi,
} from '@tandem/escrow'
import { testAuthorizedTokenBytecode, testTokenBytecode } from '@tandem/escrow/bytecode'
import { deployContractDeterministic, deployEscrow } from '@tandem/escrow/deploy'
import {
  type AnvilOptions,
  anvilActions,
  anvilChain,
  createTestDatabase,
  type LocalAnvil,
  type StartedParts,
  startAnvil,
  startedParts,
  type TestDatabase,
} from '@tandem/local-services'
import { loadConfig } from '@tandem/service-kit'
import { applyMigrations } from '@tandem/service-kit/migrate'
import {
  type Account,
  type Address,
  type Chain,
  type Client,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  type TestActions,
  toHex,
  type WalletActions,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compose } from '../../src/compose.ts'
import { constants, settings } from '../../src/config.ts'

const chainNames = ['left', 'right'] as const
export type ChainName = (typeof chainNames)[number]
type Wallet = Client<
  HttpTransport,
  Chain,
  Account,
  undefined,
  PublicActions<HttpTransport, Chain, Account> & WalletActions<Chain, Account>
>
type Control = Client<HttpTransport, Chain, undefined, undefined, PublicActions<HttpTransport, Chain> & TestActions>

export const confirmations = 2
/** The bridge of the hub chain `right`, and the final chain that it leads to. There is no code until a test puts it there. */
export const hopBridge: Address = '0x0000000000000000000000000000000000008001'
export const finalChain = { chain: 'final', blockchainId: `0x${'cd'.repeat(32)}` as Hex }
const signerIndex = 8
/** Budgets so large that only the tests of the budgets come near them. */
const perDay = { address_usd: '1000000', total_usd: '1000000' }
const generous = { native_price_usd: '1', claims: perDay, initiations: perDay, keeper: perDay }

export interface Options {
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

/** Starts and stops everything around the relayers. */
export class Surroundings {
  readonly orders = new Map<string, OrderWire>()
  /** The orderbook's answer about the consent of an order's maker; `hang`: it never answers. */
  readonly consents = new Map<string, object | 'hang'>()
  /** The orderbook's events, numbered from one. */
  readonly events: { order_id: string; type: string }[] = []
  /** Whether the orderbook answers no question about its events. */
  isWithoutEvents = false
  readonly database: TestDatabase
  readonly anvils: Readonly<Record<ChainName, LocalAnvil>>
  readonly registry: Address
  readonly token: Address
  readonly network: Network
  readonly #server: Server
  readonly #dir: string
  #isDark = false

  private constructor(parts: {
    database: TestDatabase
    anvils: Record<ChainName, LocalAnvil>
    registry: Address
    token: Address
    confirmations: number
    blockTimeMs: number
  }) {
    this.database = parts.database
    this.anvils = parts.anvils
    this.registry = parts.registry
    this.token = parts.token
    this.network = networkSchema.parse({
      chains: [...chainNames, finalChain.chain].map((chain, index) => ({
        chain,
        chain_id: 911 + index,
        display_name: chain,
        registry_address: chain === finalChain.chain ? null : parts.registry,
        solver_address: chain === finalChain.chain ? null : walletOf(parts.anvils.left, 2).account.address,
        hop_bridge_address: chain === 'right' ? hopBridge : null,
        hub_chain: chain === finalChain.chain ? 'right' : null,
        blockchain_id: chain === finalChain.chain ? finalChain.blockchainId : null,
        block_time_ms: parts.blockTimeMs,
        confirmations: parts.confirmations,
        start_block: 0,
        source_cancel_after_secs: 7200,
        dest_cancel_after_secs: 3600,
        claim_safety_secs: 60,
        native_symbol: 'ETH',
        explorer_url: null,
      })),
      assets: chainNames.flatMap((chain) => {
        const limits = { permit: false, min_amount: '100', max_amount: '1000000000000000000' }
        return [
          {
            ...{ asset: `${chain}:dai`, symbol: 'DAI', display_name: 'Dai', decimals: 6 },
            ...{ token_address: parts.token, ...limits },
          },
          {
            ...{ asset: `${chain}:eth`, symbol: 'ETH', display_name: 'Ether', decimals: 18 },
            ...{ token_address: nativeToken, ...limits },
          },
        ]
      }),
      routes: [{ source: 'left:dai', destination: 'right:dai', route_type: 'direct', fee_bips: 10 }],
      min_margin_secs: 1800,
    })
    this.#dir = mkdtempSync(join(tmpdir(), 'tandem-relayer-test-'))
    writeFileSync(join(this.#dir, 'network.json'), JSON.stringify(this.network))
    this.#server = createServer((req, res) => {
      if (this.#isDark) return void req.socket.destroy()
      const url = new URL(req.url ?? '', 'http://local')
      if (url.pathname === '/orders') return this.#list(url, res)
      if (url.pathname.endsWith('/events')) return this.#listEvents(url, res)
      if (req.url?.endsWith('/consent')) return this.#consent(req.url.split('/')[2] ?? '', res)
      const order = this.orders.get((req.url ?? '').replace('/orders/', ''))
      res.writeHead(order === undefined ? 404 : 200, { 'content-type': 'application/json' })
      const missing = { status: 'Error', result: 'no', code: 'ORDER_NOT_FOUND', request_id: '1', retryable: false }
      res.end(JSON.stringify(order === undefined ? missing : { status: 'Success', result: order }))
    })
  }

  #consent(orderId: string, res: ServerResponse): void {
    const answer = this.consents.get(orderId) ?? { consent: null, reason: 'no_maker' }
    if (answer === 'hang') return
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ status: 'Success', result: answer }))
  }

  /** Answers the orderbook's list of events, of all orders or of one, after a position. */
  #listEvents({ pathname, searchParams }: URL, res: ServerResponse): void {
    if (this.isWithoutEvents) return void res.destroy()
    const orderId = pathname.match(/^\/orders\/(.*)\/events$/)?.[1]
    const after = Number(searchParams.get('after_seq') ?? 0)
    const numbered = this.events.map((event, index) => ({ ...event, seq: index + 1 }))
    const data = numbered.filter((one) => one.seq > after && (orderId === undefined || one.order_id === orderId))
    res.writeHead(200, { 'content-type': 'application/json' })
    const page = { data, last_seq: data.at(-1)?.seq ?? after, has_more: false }
    res.end(JSON.stringify({ status: 'Success', result: page }))
  }

  /** Changes what the orderbook says of an order, and has it say so by an event. */
  tell(order: OrderWire, change: Partial<OrderWire>): void {
    this.orders.set(order.order_id, { ...(this.orders.get(order.order_id) ?? order), ...change })
    this.events.push({ order_id: order.order_id, type: 'order.status_changed' })
  }

  /** Answers the orderbook's list of orders, one order a page, so that a client has to follow the cursor. */
  #list({ searchParams }: URL, res: ServerResponse): void {
    const statuses = searchParams.get('status')?.split(',') ?? []
    const all = [...this.orders.values()].filter(({ status }) => statuses.includes(status))
    const at = Number(searchParams.get('cursor') ?? 0)
    const data = all.slice(at, at + 1)
    const next = at + 1 < all.length ? String(at + 1) : null
    const page = { data, page: 1, limit: 1, total: all.length, total_pages: all.length, next_cursor: next }
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ status: 'Success', result: page }))
  }

  /** Starts everything. If any part fails to start, those that had started are stopped. */
  static async start(options: Options = {}): Promise<Surroundings> {
    const parts = startedParts()
    return parts.allOrNone(() => Surroundings.#assemble(options, parts))
  }

  static async #assemble(
    {
      behindSecs = 0,
      database: own,
      anvil = {},
      confirmations: depth = confirmations,
      hasAuthorizations = false,
    }: Options,
    parts: StartedParts,
  ): Promise<Surroundings> {
    const timestamp = Math.floor(Date.now() / 1000) - behindSecs
    // Where a block comes only with a transaction, nobody can tell how long a block takes.
    const blockTimeMs = anvil.blockTimeSecs === undefined ? 100 : anvil.blockTimeSecs * 1_000
    const [database, left, right] = await Promise.all([
      own ?? parts.keep(createTestDatabase('relayer', 'relayer'), (made) => made.drop()),
      parts.keep(startAnvil({ chainId: 911, timestamp, ...anvil })),
      parts.keep(startAnvil({ chainId: 912, timestamp, ...anvil })),
    ])
    if (own !== undefined)
      await applyMigrations({
        databaseUrl: own.url,
        migrationsDir: new URL('../../prisma/migrations', import.meta.url).pathname,
      })
    const anvils = { left, right }
    let registry: Address = zeroAddress
    let token: Address = zeroAddress
    for (const name of chainNames) {
      const deployer = walletOf(anvils[name], 0)
      const clients = { publicClient: deployer, walletClient: deployer }
      registry = (await deployEscrow(clients)).registry
      token = (
        await deployContractDeterministic({
          ...clients,
          abi: testTokenAbi,
          bytecode: hasAuthorizations ? testAuthorizedTokenBytecode : testTokenBytecode,
          args: ['Dai', 'DAI', 6],
        })
      ).address
      for (const account of [1, 2]) {
        const hash = await deployer.writeContract({
          address: token,
          abi: testTokenAbi,
          functionName: 'mint',
          args: [walletOf(anvils[name], account).account.address, 10n ** 15n],
        })
        await deployer.waitForTransactionReceipt({ hash })
      }
    }
    const surroundings = new Surroundings({ database, anvils, registry, token, confirmations: depth, blockTimeMs })
    surroundings.#server.listen(0, '127.0.0.1')
    await once(surroundings.#server, 'listening')
    return surroundings
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    rmSync(this.#dir, { recursive: true, force: true })
    await Promise.all(Object.values(this.anvils).map((anvil) => anvil.stop()))
    await this.database.drop()
  }

  wallet = (chain: ChainName, account: number): Wallet => walletOf(this.anvils[chain], account)
  control(chain: ChainName): Control {
    const { rpcUrl, chainId } = this.anvils[chain]
    const viemChain: Chain = anvilChain(chainId)
    return createTestClient({ mode: 'anvil', chain: viemChain, transport: http(rpcUrl) }).extend(
      anvilActions,
    ) as Control
  }
  get signer(): Address {
    return this.wallet('right', signerIndex).account.address
  }

  /** The settings of a relayer on these surroundings. */
  env(over: Record<string, string> = {}): Record<string, string | undefined> {
    const key = this.anvils.left.accounts[signerIndex]?.privateKey
    const { port } = this.#server.address() as AddressInfo
    return {
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      DATABASE_URL: this.database.url,
      // The machine of a test may be busy, so answers may take long. Tests of an outage set a shorter time.
      DATABASE_ANSWER_TIMEOUT_MS: '20000',
      REDIS_URL: process.env.TANDEM_TEST_REDIS_URL,
      NETWORK_FILE: join(this.#dir, 'network.json'),
      RPC_URLS: JSON.stringify({ left: [this.anvils.left.rpcUrl], right: [this.anvils.right.rpcUrl] }),
      ORDERBOOK_URL: `http://127.0.0.1:${port}`,
      SECRETS_KEY: `0x${'42'.repeat(32)}`,
      SIGNERS: JSON.stringify({ left: [key], right: [key] }),
      RATE_LIMIT_PER_MINUTE: '0',
      SHUTDOWN_DELAY_MS: '0',
      SPONSORING: JSON.stringify({ left: generous, right: generous }),
      ...over,
    }
  }

  /** Another network file beside the usual one, for a relayer that reads the same chains otherwise. */
  networkFile(change: (network: Network) => Network): string {
    const file = join(this.#dir, `network-${randomUUID()}.json`)
    writeFileSync(file, JSON.stringify(change(this.network)))
    return file
  }

  /** A relayer on these surroundings; each has its own process state and shares everything else. */
  relayer(env: Record<string, string> = {}, changed: Changed = {}) {
    return compose({ ...constants, sweepIntervalMs: 50, ...loadConfig(settings, this.env(env)), ...changed })
  }

  /** Makes the orderbook unreachable for this long. */
  async darkenOrderbook(milliseconds: number): Promise<void> {
    this.#isDark = true
    this.#server.closeAllConnections()
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    this.#isDark = false
  }

  /** Opens many orders at once, with both vaults on chain. They reach their depth as the chains go on. */
  async openOrders(count: number): Promise<{ order: OrderWire; secret: Hex }[]> {
    const { timestamp } = await this.control('left').getBlock()
    const made = Array.from({ length: count }, () => this.#plan(Number(timestamp)))
    await Promise.all([
      this.#openAll(
        'left',
        1,
        made.map(({ source }) => source),
      ),
      this.#openAll(
        'right',
        2,
        made.map(({ destination }) => destination),
      ),
    ])
    return made.map(({ order, secret }) => ({ order, secret }))
  }

  /**
   * An order whose two vaults are open at depth, unless an option says otherwise. A source that is not open is funded at its
   * address. `destination`: terms of the destination vault that differ from the usual ones.
   */
  async order(
    options: {
      isSourceOpen?: boolean
      isPrefunded?: boolean
      isDestinationOpen?: boolean
      blocks?: number
      destination?: Partial<EscrowTerms>
    } = {},
  ): Promise<{ order: OrderWire; secret: Hex; source: EscrowTerms; destination: EscrowTerms }> {
    const { timestamp } = await this.control('left').getBlock()
    const { order, secret, source, destination } = this.#plan(Number(timestamp), options.destination)
    if (options.isSourceOpen !== false) await this.open('left', 1, source)
    else if (options.isPrefunded !== false) await this.prefund('left', 1, source)
    if (options.isDestinationOpen !== false) await this.open('right', 2, destination, options.blocks)
    return { order, secret, source, destination }
  }

  #plan(now: number, over: Partial<EscrowTerms> = {}) {
    const secret = toHex(randomBytes(32))
    const user = this.wallet('left', 1).account.address
    const solver = this.wallet('left', 2).account.address
    const terms = (creator: Address, recipient: Address, life: number): EscrowTerms => ({
      token: this.token,
      creator,
      recipient,
      hopBridge: zeroAddress,
      amount: 1000n,
      cancelAfter: now + life,
      commitmentHash: hashSecret(secret),
    })
    const source = terms(user, solver, 7200)
    const destination = { ...terms(solver, user, 3600), ...over }
    const order = this.#orderWire(source, destination)
    this.orders.set(order.order_id, order)
    return { order, secret, source, destination }
  }

  /** Pays into every vault and creates all of the escrows, without waiting in between. */
  async #openAll(chain: ChainName, account: number, all: readonly EscrowTerms[]): Promise<void> {
    const wallet = this.wallet(chain, account)
    let nonce = await wallet.getTransactionCount({ address: wallet.account.address, blockTag: 'pending' })
    const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
    const send = (to: Address, data: Hex, gas: bigint) =>
      wallet.sendTransaction({ to, data, gas, nonce: nonce++, ...fees })
    for (const terms of all) {
      const vault = predictVault({ registry: this.registry, chainId: this.anvils[chain].chainId, terms })
      const data = encodeFunctionData({ abi: testTokenAbi, functionName: 'transfer', args: [vault, terms.amount] })
      await send(terms.token, data, 80_000n)
    }
    const batchSize = 50
    for (let at = 0; at < all.length; at += batchSize) {
      const batch = all.slice(at, at + batchSize)
      const data = encodeFunctionData({
        abi: escrowRegistryAbi,
        functionName: 'createEscrowBatch',
        args: [batch],
      })
      const hash = await send(this.registry, data, 200_000n * BigInt(batch.length))
      await wallet.waitForTransactionReceipt({ hash })
    }
  }

  /** Pays to the address of an escrow that is not created. */
  async prefund(chain: ChainName, account: number, terms: EscrowTerms): Promise<void> {
    const wallet = this.wallet(chain, account)
    const vault = predictVault({ registry: this.registry, chainId: this.anvils[chain].chainId, terms })
    const hash = await wallet.writeContract({
      address: terms.token,
      abi: testTokenAbi,
      functionName: 'transfer',
      args: [vault, terms.amount],
    })
    await wallet.waitForTransactionReceipt({ hash })
  }

  async open(chain: ChainName, account: number, terms: EscrowTerms, blocks: number = confirmations): Promise<void> {
    const wallet = this.wallet(chain, account)
    const isNative = terms.token === nativeToken
    if (!isNative) await this.prefund(chain, account, terms)
    const hash = await wallet.sendTransaction(
      isNative
        ? { to: this.registry, data: encodeCreateEscrowNative(terms), value: terms.amount }
        : { to: this.registry, data: encodeCreateEscrow(terms) },
    )
    await wallet.waitForTransactionReceipt({ hash })
    if (blocks > 0) await this.control(chain).mine({ blocks })
  }

  #orderWire(source: EscrowTerms, destination: EscrowTerms): OrderWire {
    const at = new Date().toISOString()
    const nulls = Object.fromEntries(
      [
        ...['create', 'claim', 'cancel'].flatMap((event) => [
          `${event}_tx_hash`,
          `${event}_block_number`,
          `${event}_timestamp`,
        ]),
        ...[
          'commitment',
          'hop_bridge_factory',
          'hop_dest_blockchain_id',
          'hop_recipient',
          'hop_fee_token',
          'hop_relayer_fee',
          'final_chain',
          'final_token_address',
          'bridge_tx_hash',
          'bridge_status',
          'bridge_message_id',
          'delivery_tx_hash',
          'delivered_at',
          'bridge_status',
          'bridge_message_id',
          'delivery_tx_hash',
          'delivered_at',
        ],
      ].map((field) => [field, null]),
    ) as unknown as IntentWire
    const intent = (chain: ChainName, terms: EscrowTerms): IntentWire => ({
      ...nulls,
      swap_id: predictVault({ registry: this.registry, chainId: this.anvils[chain].chainId, terms }),
      chain,
      asset: terms.token === nativeToken ? `${chain}:eth` : `${chain}:dai`,
      token_address: terms.token,
      creator: terms.creator,
      recipient: terms.recipient,
      amount: String(terms.amount),
      commitment_hash: terms.commitmentHash,
      cancel_after: terms.cancelAfter,
      registry_address: this.registry,
      l1_hop: false,
      status: 'created',
      created_at: at,
      updated_at: at,
    })
    return {
      order_id: randomUUID(),
      user_id: 'u',
      quote_id: randomUUID(),
      source_token_price: '1',
      dest_token_price: '1',
      fee_bips: 10,
      initiate_by: null,
      fill_by: null,
      maker_quote: null,
      source_intent: intent('left', source),
      destination_intent: intent('right', destination),
      created_at: at,
      updated_at: at,
      status: 'destination_initiated',
      next_action: null,
      receives: null,
    }
  }
}

function walletOf(anvil: LocalAnvil, index: number): Wallet {
  const key = anvil.accounts[index]?.privateKey
  if (key === undefined) throw new Error(`anvil has no account ${index}`)
  const chain: Chain = anvilChain(anvil.chainId)
  return createWalletClient({
    account: privateKeyToAccount(key),
    chain,
    transport: http(anvil.rpcUrl),
    pollingInterval: 20,
  }).extend(anvilActions) as Wallet
}
