/**
 * Plays every combination of lying parties in docs/trust.md on two chains. The table on that page comes from this test,
 * which writes it with `UPDATE_TRUST_TABLE=1`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { accounts } from '@tandem/devnet'
import {
  encodeCancel,
  encodeClaim,
  encodeCreateEscrowNative,
  encodeCreateEscrowSigned,
  readVault,
} from '@tandem/escrow'
import {
  createClient,
  inspectSide,
  type Order,
  refundOrder,
  Swap,
  type SwapOptions,
  type SwapState,
  TandemError,
  termsOf,
} from '@tandem/sdk'
import { type Address, encodeFunctionData, erc20Abi, type Hex, isAddress, maxUint256 } from 'viem'
import { type InMemoryServices, inMemoryServices, type Lies } from '../../support/in-memory-services.ts'
import {
  mineDepth,
  onCopies,
  passTime,
  startShadowOfB,
  startTwoChains,
  type TestChain,
  type TwoChains,
  whileMining,
} from '../../support/two-chains.ts'

const amount = 25_000_000n
let chains: TwoChains
let shadow: TestChain
beforeAll(async () => {
  chains = await startTwoChains()
  shadow = await startShadowOfB(chains)
})
afterAll(() => Promise.all([chains?.stop(), shadow?.anvil.stop()]))

interface Row {
  /** The parties that lie, as the table names them. */
  liars: string
  /** What the table says in place of `liars` when several lies have the same result. */
  shown?: string
  /** How the application is set up, in the words of the table. */
  application: string
  lies?: Lies
  /** The application's options. By default it has the pinned network, and two endpoints of each chain. */
  options?: (services: InMemoryServices, keep: Keep) => Partial<SwapOptions>
  /** The chain on which the market maker funds the destination; by default none. */
  funds?: 'destination' | 'shadow'
  /** What the application does to get paid; `claim` by default. */
  reveal?: (swap: Swap) => Promise<unknown>
  /** How the orderbook answers once a liar has the secret. */
  afterwards?: (order: Order) => unknown
  /** With true, the market maker lets the destination expire before it uses the secret. */
  waitsOut?: boolean
  ends: 'nothing is lost' | 'the source amount is lost'
  by: string
}

const alwaysFunded: Lies = { order: (order) => ({ ...order, status: 'destination_initiated' }) }
const one = (url: string) => ({ endpoints: { devnet_a: [chains.a.anvil.rpcUrl], devnet_b: [url] } })
const two = (first: string, second: string) => ({
  endpoints: { devnet_a: [chains.a.anvil.rpcUrl, chains.a.anvil.rpcUrl], devnet_b: [first, second] },
})
const honest = () => two(chains.b.anvil.rpcUrl, chains.b.anvil.rpcUrl)

const waitingLiars = 'relayer (keeps the secret), market maker (waits the destination out)'
const rows: Row[] = [
  {
    liars: 'orderbook (says that the destination is funded)',
    application: 'two endpoints',
    lies: alwaysFunded,
    ends: 'nothing is lost',
    by: 'the chain shows no escrow; refund',
  },
  {
    liars: 'orderbook, relayer, market maker',
    application: 'two endpoints',
    lies: alwaysFunded,
    ends: 'nothing is lost',
    by: 'the chain shows no escrow; refund',
  },
  {
    liars: 'proxy before both services, market maker',
    application: 'two endpoints',
    lies: alwaysFunded,
    options: (services, keep) => ({ client: behindProxy(services, keep) }),
    ends: 'nothing is lost',
    by: 'the chain shows no escrow; refund',
  },
  {
    liars: 'orderbook, relayer, market maker, one of two endpoints',
    application: 'two endpoints',
    lies: alwaysFunded,
    options: () => ({ evidence: two(chains.b.anvil.rpcUrl, shadow.anvil.rpcUrl) }),
    funds: 'shadow',
    ends: 'nothing is lost',
    by: 'the endpoints disagree; refund',
  },
  {
    liars: 'orderbook, relayer, market maker, both endpoints',
    application: 'two endpoints',
    lies: alwaysFunded,
    options: () => ({ evidence: two(shadow.anvil.rpcUrl, shadow.anvil.rpcUrl) }),
    funds: 'shadow',
    ends: 'the source amount is lost',
    by: 'every endpoint invents an escrow',
  },
  {
    liars: 'orderbook, relayer, market maker, the only endpoint',
    application: 'one endpoint',
    lies: alwaysFunded,
    options: () => ({ evidence: one(shadow.anvil.rpcUrl) }),
    funds: 'shadow',
    ends: 'the source amount is lost',
    by: 'the only endpoint invents an escrow',
  },
  {
    liars: 'orderbook, relayer, market maker',
    application: '`dangerouslyTrustServers`',
    lies: alwaysFunded,
    options: () => ({ evidence: undefined as never, dangerouslyTrustServers: true }),
    ends: 'the source amount is lost',
    by: 'the secret left on the servers’ word',
  },
  {
    liars: waitingLiars,
    application: 'two endpoints, `ensureClaimed` with the recipient’s wallet',
    lies: {},
    funds: 'destination',
    waitsOut: true,
    reveal: async (swap) => {
      await swap.claim({ pollMs: 100, timeoutMs: 10_000 })
      await whileMining(chains, () => swap.ensureClaimed(chains.b.user, { patienceSecs: 10_000, pollMs: 100 }))
    },
    ends: 'nothing is lost',
    by: 'the recipient claims by its own transaction',
  },
  {
    liars: waitingLiars,
    application: 'two endpoints, gone after `claim` until the destination expired',
    lies: {},
    funds: 'destination',
    waitsOut: true,
    ends: 'the source amount is lost',
    by: 'the secret is out and no relayer claims for the user',
  },
  {
    liars: 'relayer (keeps the secret), market maker (funds nothing)',
    application: 'two endpoints, gone after `claim({ wait: true })`',
    lies: {},
    reveal: (swap) => swap.claim({ wait: true }),
    ends: 'the source amount is lost',
    by: 'the secret is out before anything was paid for it',
  },
  ...(
    [
      ['denies the order', () => ({ status: 404, code: 'ORDER_NOT_FOUND', retryable: false })],
      ['shows another order', (order) => ({ ...order, quote_id: '00000000-0000-4000-8000-000000000000' })],
      ['misspells the payee', (order) => withOddPayee(order)],
    ] satisfies [string, Row['afterwards']][]
  ).map(
    ([lie, afterwards]): Row => ({
      liars: `orderbook (${lie} once the secret left), ${waitingLiars}`,
      shown: `orderbook (denies or changes the order, once the secret left), ${waitingLiars}`,
      application: 'two endpoints, `run` with the recipient’s wallet',
      lies: {},
      funds: 'destination',
      waitsOut: true,
      afterwards,
      reveal: runUntilPaid,
      ends: 'nothing is lost',
      by: 'the verified order is pursued; the recipient claims by its own transaction',
    }),
  ),
]

/** Runs the swap until the chain shows the claim: the market maker claims nothing while the run lasts. */
async function runUntilPaid(swap: Swap): Promise<void> {
  const paid = new AbortController()
  await swap.run({
    path: 'prefunded',
    wallet: chains.a.user,
    destinationWallet: chains.b.user,
    submitter: { by: 'wallet' },
    initiates: false,
    patienceSecs: 100_000,
    pollMs: 50,
    signal: AbortSignal.any([paid.signal, AbortSignal.timeout(60_000)]),
    onProgress: ({ step }) => {
      if (step === 'settling') paid.abort()
    },
  })
}

/** The same address with a wrong checksum. */
const withOddPayee = <T extends Pick<Order, 'destination_intent'>>(order: T): T => {
  const { recipient } = order.destination_intent
  const odd = recipient.replace(/[a-f]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
  return { ...order, destination_intent: { ...order.destination_intent, recipient: odd } }
}

type Keep = (body: { secret: string }) => void

/** A proxy in front of honest services. It keeps the body of every claim, and answers that all is well. */
function behindProxy({ fetch }: InMemoryServices, keep: Keep) {
  const proxied = async (request: Request) => {
    if (request.url.endsWith('/claims')) keep((await request.clone().json()) as { secret: string })
    return fetch(request)
  }
  return createClient({ baseUrl: 'http://orderbook.test', relayerUrl: 'http://relayer.test', fetch: proxied })
}

const onAllCopies = <T>(act: () => Promise<T>): Promise<T> => onCopies([chains.a, chains.b, shadow], act)

function play(row: Row): Promise<'nothing is lost' | 'the source amount is lost'> {
  return onAllCopies(async () => {
    const secrets: Hex[] = []
    const keep: Keep = ({ secret }) => void secrets.push(secret as Hex)
    const { afterwards } = row
    const order: Lies['order'] = (real) =>
      secrets.length > 0 && afterwards !== undefined ? (afterwards(real) as typeof real) : real
    const services = inMemoryServices(chains, { order, ...row.lies, claim: keep })
    const before = await worth()
    const over = row.options?.(services, keep) ?? {}
    const swap = await startSwap({ client: services.client, evidence: honest(), ...over })
    await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
    if (row.funds !== undefined) await fund(swap.order, row.funds === 'shadow' ? shadow : chains.b)
    await Promise.all([mineDepth(chains), shadow.control.mine({ blocks: 3 })])
    const reveal = row.reveal ?? (() => swap.claim({ pollMs: 100, timeoutMs: 1000 }))
    await reveal(swap).catch((error: unknown) => {
      if (!(error instanceof TandemError)) throw error
    })
    if (row.waitsOut === true) await expire(swap.order, chains.b)
    const [leaked] = secrets
    if (leaked !== undefined) await takeSource(swap.order, leaked)
    await expire(swap.order, chains.a)
    await swap.refund(chains.a.user)
    return (await worth()) >= before ? 'nothing is lost' : 'the source amount is lost'
  })
}

const tokenOf = (asset: string) =>
  chains.network.assets.find((listed) => listed.asset === asset)?.token_address as Address

/** What the user has on both chains in dollars; one unit of each token is worth one. */
async function worth(): Promise<bigint> {
  const held = await Promise.all(
    (
      [
        ['a', 'devnet_a:usdc'],
        ['b', 'devnet_b:usdc'],
      ] as const
    ).map(([name, asset]) =>
      chains[name].control.readContract({
        address: tokenOf(asset),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [accounts.user.address],
      }),
    ),
  )
  return held.reduce((sum, one) => sum + one, 0n)
}

const startSwap = (options: Partial<SwapOptions> & Pick<SwapOptions, 'client'>, symbol = 'usdc') =>
  Swap.start(
    {
      userId: 'u',
      sourceAsset: `devnet_a:${symbol}`,
      destinationAsset: `devnet_b:${symbol}`,
      sourceAmount: amount,
      minReceived: 1n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    { network: chains.network, save: () => undefined, ...options },
  )

/** Has the market maker fund the destination on one chain, or in the history that only the lying endpoint shows. */
async function fund({ destination_intent: intent }: Order, { solver }: TestChain): Promise<void> {
  const terms = termsOf(intent)
  const registry = intent.registry_address as Address
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [registry, maxUint256] })
  for (const [to, data] of [
    [terms.token, approval],
    [registry, encodeCreateEscrowSigned({ terms, deadline: 0, creatorSignature: '0x' })],
  ] as const) {
    await solver.waitForTransactionReceipt({ hash: await solver.sendTransaction({ to, data }) })
  }
}

/**
 * Lets the market maker cancel the destination, if that is still possible, and claim the source with the leaked secret.
 */
async function takeSource({ source_intent: source, destination_intent: destination }: Order, secret: Hex) {
  const { solver } = chains.b
  const terms = termsOf(destination)
  const { registry_address: registry, swap_id: vault } = destination as { registry_address: Address; swap_id: Address }
  const reading = await readVault(solver, { registry, vault, terms })
  if (reading.state === 'open') {
    const cancel = { to: registry, data: encodeCancel(terms) }
    await solver.waitForTransactionReceipt({ hash: await solver.sendTransaction(cancel) })
  }
  const claim = { to: source.registry_address as Address, data: encodeClaim(termsOf(source), secret) }
  const hash = await chains.a.solver.sendTransaction(claim)
  await chains.a.solver.waitForTransactionReceipt({ hash })
}

/** Moves the time of a chain past the `cancel_after` of its escrow. */
async function expire({ source_intent: source, destination_intent: destination }: Order, chain: TestChain) {
  const { cancel_after } = chain === chains.a ? source : destination
  await passTime(chain, cancel_after)
}

const results: [Row, string][] = []
describe('liars in league', () => {
  it.each(rows.map((row) => [`${row.liars}; ${row.application}: ${row.ends}`, row] as const))(
    '%s',
    async (_name, row) => {
      const end = await play(row)
      results.push([row, end])
      expect(end).toBe(row.ends)
    },
  )

  it('are the table of docs/trust.md', () => {
    const file = new URL('../../../docs/trust.md', import.meta.url)
    const text = readFileSync(file, 'utf8')
    const lines = new Set(
      results.map(([row, end]) => `| ${row.shown ?? row.liars} | ${row.application} | ${end} | ${row.by} |`),
    )
    const table = ['| who lies | the application names | end | because |', '|---|---|---|---|', ...lines].join('\n')
    const [head = '', , tail = ''] = text.split(/<!-- liars -->|<!-- \/liars -->/)
    const made = `${head}<!-- liars -->\n${table}\n<!-- /liars -->${tail}`
    if (process.env.UPDATE_TRUST_TABLE === '1') writeFileSync(file, made)
    expect(readFileSync(file, 'utf8')).toBe(made)
  })
})

describe('an orderbook that lies before money moves', () => {
  const otherRegistry = `0x${'12'.repeat(20)}`
  it.each<[string, Lies]>([
    ['quotes another amount', { quote: (quote) => ({ ...quote, source: { ...quote.source, amount: '9000000000' } }) }],
    ['names another registry', { order: (order) => withSource(order, { registry_address: otherRegistry }) }],
    ['names an escrow of its own', { order: (order) => withSource(order, { swap_id: otherRegistry }) }],
    ['names another payee', { order: (order) => withSource(order, { creator: accounts.solver.address }) }],
    ['locks the amount for years', { order: (order) => withSource(order, { cancel_after: 2_000_000_000 }) }],
  ])('%s: UNVERIFIED', async (_name, lies) => {
    const { client } = inMemoryServices(chains, lies)
    await expect(startSwap({ client })).rejects.toMatchObject({ code: 'UNVERIFIED' })
  })

  it('gets no order for lists of its own when the application pins none', async () => {
    const { client } = inMemoryServices(chains)
    const saved: SwapState[] = []
    const started = startSwap({ client, network: undefined as never, save: (state) => void saved.push(state) })
    await expect(started).rejects.toMatchObject({ code: 'EVIDENCE_REQUIRED' })
    expect(saved).toEqual([])
  })
})

const withSource = <T extends { source_intent: object }>(order: T, over: object): T => ({
  ...order,
  source_intent: { ...order.source_intent, ...over },
})

/** Writes an order's addresses in another way. */
const rewritten = (order: OrderWire, write: (address: string) => string): OrderWire =>
  JSON.parse(JSON.stringify(order), (_key, value) => (isAddress(value, { strict: false }) ? write(value) : value))
/** Swaps upper and lower case in an address, so that its EIP-55 checksum is wrong. */
const inOtherCase = (address: string) =>
  `0x${[...address.slice(2)].map((digit) => (digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase())).join('')}`

describe('an orderbook that writes addresses', () => {
  const writings: [string, (address: string) => string][] = [
    ['in lower case', (address) => address.toLowerCase()],
    ['with a wrong checksum', inOtherCase],
  ]
  it.each(
    writings.flatMap(([how, write]) => (['usdc', 'eth'] as const).map((symbol) => [how, symbol, write] as const)),
  )('%s stops neither the claim nor the refund of %s', async (_how, symbol, write) => {
    await onAllCopies(async () => {
      const { client } = inMemoryServices(chains, { order: (order) => rewritten(order, write) })
      const swap = await startSwap({ client, evidence: honest() }, symbol)
      const path = symbol === 'eth' ? 'native' : 'prefunded'
      expect(await swap.initiate(path, chains.a.user, { by: 'wallet' })).toMatchObject({ shown: 'created' })
      await fundAs(swap.order.destination_intent, symbol)
      await mineDepth(chains)
      for (const side of ['source_intent', 'destination_intent'] as const)
        expect(await inspectSide(swap.order, side, chains.network, honest())).toMatchObject({
          isPredicted: true,
          latest: { state: 'open', hasTerms: true, balance: amount },
        })
      await swap.claim({ pollMs: 100, timeoutMs: 10_000 })
      const watch = { patienceSecs: 1_000_000, pollMs: 100 }
      expect(await whileMining(chains, () => swap.ensureClaimed(chains.b.user, watch))).not.toBeNull()
      await chains.a.control.setNextBlockTimestamp({ timestamp: BigInt(swap.order.source_intent.cancel_after + 1) })
      await chains.a.control.mine({ blocks: 1 })
      const refunded = await refundOrder(swap.order, chains.a.user, chains.network)
      expect(refunded).toMatchObject({ shown: 'cancelled', amount })
    })
  })
})

/** Has the market maker fund the destination in any token. */
async function fundAs(intent: Order['destination_intent'], symbol: 'usdc' | 'eth') {
  const registry_address = chains.network.chains.find(({ chain }) => chain === 'devnet_b')?.registry_address as Address
  if (symbol === 'usdc') return fund({ destination_intent: { ...intent, registry_address } } as Order, chains.b)
  const { solver } = chains.b
  const call = { to: registry_address, data: encodeCreateEscrowNative(termsOf(intent)), value: amount }
  await solver.waitForTransactionReceipt({ hash: await solver.sendTransaction(call) })
}
