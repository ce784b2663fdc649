/** A solver of one order between two chains. Each chain has a second history that only liars show. */
import type { AssetConfig, ChainConfig } from '@tandem/contracts'
import {
  type EscrowTerms,
  encodeCreateEscrowNative,
  hashSecret,
  nativeToken,
  predictVault,
  readVault,
} from '@tandem/escrow'
import { deployEscrow } from '@tandem/escrow/deploy'
import { anvilChain, type LocalAnvil, startAnvil, startedParts } from '@tandem/local-services'
import type { Intent, Order } from '@tandem/sdk'
import { type Address, createTestClient, type Hex, http, publicActions, walletActions, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { solverChain } from '../../src/chain/chain.ts'
import { makeSender } from '../../src/chain/sender.ts'
import { makeLedger } from '../../src/domain/ledger.ts'
import { openJournal } from '../../src/journal.ts'
import { makeAtRisk } from '../../src/risk/at-risk.ts'
import { makeOrderRisk } from '../../src/risk/order-risk.ts'
import { makeSolver } from '../../src/solver.ts'
import { windowChain } from './window-chain.ts'

export const confirmations = 3
export const amount = 1_000n
export const chainIds = { a: 31_354, b: 31_355 } as const
type Name = keyof typeof chainIds
type History = 'truth' | 'shadow'

export interface Agreed {
  order: Order
  terms: Record<Name, EscrowTerms>
  vaults: Record<Name, Address>
  secret: Hex
}

const control = (anvil: LocalAnvil, account = 0) =>
  createTestClient({
    mode: 'anvil',
    account: privateKeyToAccount(anvil.accounts[account]?.privateKey as Hex),
    chain: anvilChain(anvil.chainId),
    transport: http(anvil.rpcUrl),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)

/**
 * Starts both chains with the registry, each with its true history and the one that liars show. Without `liars` only
 * the true one is started.
 */
export async function startWorlds({ liars = true } = {}) {
  const parts = startedParts()
  let registry: Address = zeroAddress
  const begin = async (chainId: number) => {
    const truth = await parts.keep(startAnvil({ chainId }))
    const world = { truth, shadow: liars ? await parts.keep(startAnvil({ chainId })) : truth }
    for (const anvil of new Set(Object.values(world)))
      registry = (await deployEscrow({ publicClient: control(anvil), walletClient: control(anvil) })).registry
    return world
  }
  const worlds = { a: await begin(chainIds.a), b: await begin(chainIds.b) }
  const send = async (chain: Name, history: History, account: number, data: Hex, value = 0n) => {
    const client = control(worlds[chain][history], account)
    const hash = await client.sendTransaction({ to: registry, data, value })
    return (await client.waitForTransactionReceipt({ hash })).blockNumber
  }
  return {
    ...worlds,
    registry,
    send,
    mine: (chain: Name, blocks = 1) => control(worlds[chain].truth).mine({ blocks }),
    /** Mines a block at this time, in unix seconds. */
    async mineAt(chain: Name, timestamp: number) {
      await control(worlds[chain].truth).setNextBlockTimestamp({ timestamp: BigInt(timestamp) })
      await control(worlds[chain].truth).mine({ blocks: 1 })
    },
    timeOf: async (chain: Name, block: number) =>
      Number((await control(worlds[chain].truth).getBlock({ blockNumber: BigInt(block) })).timestamp),
    /** Creates an escrow, and mines blocks until it is as deep as it must be. */
    async fund(chain: Name, history: History, terms: EscrowTerms, account: number) {
      const block = await send(chain, history, account, encodeCreateEscrowNative(terms), amount)
      await control(worlds[chain][history]).mine({ blocks: confirmations })
      return Number(block)
    },
    stateOf: async ({ vaults, terms }: Agreed, chain: Name) =>
      (await readVault(control(worlds[chain].truth), { registry, vault: vaults[chain], terms: terms[chain] })).state,
    stop: () => parts.end(),
  }
}
export type Worlds = Awaited<ReturnType<typeof startWorlds>>

let orders = 0

export interface OrderOptions {
  /** Seconds until the time to fill is over; negative when it is over already. */
  fillInSecs?: number
  /** The bridge of a hop; none for a direct order. */
  bridge?: Address
}

/** An order that nothing has been done for. */
export async function agree({ a, b, registry }: Worlds, over: OrderOptions = {}): Promise<Agreed> {
  const time = Number((await control(b.truth).getBlock()).timestamp)
  orders += 1
  const secret = `0x${orders.toString(16).padStart(64, '0')}` as const
  const [user, solver] = [control(a.truth, 0).account.address, control(a.truth, 1).account.address]
  const shared = { token: nativeToken, hopBridge: zeroAddress, amount, commitmentHash: hashSecret(secret) } as const
  const terms = {
    a: { ...shared, creator: user, recipient: solver, cancelAfter: time + 86_400 },
    b: {
      ...{ ...shared, hopBridge: over.bridge ?? zeroAddress },
      ...{ creator: solver, recipient: user, cancelAfter: time + 14_400 },
    },
  }
  const vaultOf = (chain: Name) => predictVault({ registry, chainId: chainIds[chain], terms: terms[chain] })
  const vaults = { a: vaultOf('a'), b: vaultOf('b') }
  const intentOf = (chain: Name): Partial<Intent> => ({
    ...{ chain, asset: `${chain}:eth`, swap_id: vaults[chain], token_address: nativeToken, amount: String(amount) },
    ...{ creator: terms[chain].creator, recipient: terms[chain].recipient, hop_bridge_factory: null },
    ...{ cancel_after: terms[chain].cancelAfter, commitment_hash: terms[chain].commitmentHash, commitment: null },
    ...{ create_block_number: null, hop_dest_blockchain_id: null },
    claim_block_number: null,
    cancel_block_number: null,
    claim_tx_hash: null,
    cancel_tx_hash: null,
  })
  const order = {
    ...{ order_id: `order-${orders}`, quote_id: `quote-${orders}`, status: 'source_initiated' },
    ...{ initiate_by: null, fill_by: over.fillInSecs === undefined ? null : time + over.fillInSecs },
    source_intent: intentOf('a'),
    destination_intent: {
      ...intentOf('b'),
      ...(over.bridge && { hop_bridge_factory: over.bridge, hop_dest_blockchain_id: `0x${'01'.repeat(32)}` }),
    },
  } as unknown as Order
  return { order, terms, vaults, secret }
}

const tokens = { 'a:eth': nativeToken, 'b:eth': nativeToken, 'a:usdc': `0x${'12'.repeat(20)}` }
const assets = Object.entries(tokens).map(([asset, token_address]) => ({ asset, token_address }) as AssetConfig)
/** The bridge that the chains' configuration names. */
export const bridge: Address = '0x00000000000000000000000000000000000B41d6'

const noLimits = { order: undefined, assets: {}, chains: {} }

const silent = new Proxy({}, { get: () => () => undefined }) as never

/** A solver of one order that reads the chains through these endpoints. */
export async function oneOrder(
  worlds: Worlds,
  agreed: Agreed,
  endpoints: Record<Name, readonly { readonly url: string }[]>,
  now: () => number = Date.now,
) {
  const stopping = new AbortController()
  const done: string[] = []
  const traded = (chain: Name) => {
    const config = {
      ...windowChain,
      ...{ chain, chain_id: chainIds[chain], display_name: chain, native_symbol: 'ETH' },
      ...{ confirmations, block_time_ms: 200, fitted_windows: null, hop_bridge_address: bridge },
    } as ChainConfig
    const { account } = control(worlds[chain].truth, 1)
    const urls = endpoints[chain].map(({ url }) => url)
    const at = solverChain(config, urls, { registry: worlds.registry, account })
    const options = { slots: 4, freshMs: 60_000, stopping: stopping.signal, logger: silent }
    return { chain: at, sender: makeSender(at, options) }
  }
  const chains = new Map([
    ['a', traded('a')],
    ['b', traded('b')],
  ])
  const journal = await openJournal({ path: undefined, heads: { a: 0n, b: 0n }, now: 0 })
  const limits = { minProfitBips: undefined, minMarginSecs: 43_200, ownMarginSecs: 0, assets: undefined }
  const { order } = agreed
  const solver = makeSolver({
    ...{ chains, journal, logger: silent, policy: { isPaused: false, ...limits }, assets },
    ...{ ledger: makeLedger(), promises: undefined, now },
    risk: makeOrderRisk({ atRisk: makeAtRisk(noLimits), promises: undefined, assets, priceOf: undefined }),
    onOrder: () => undefined,
    client: { listOrders: async () => ({ data: [order], next_cursor: null }) as never, getOrder: async () => order },
    profitOf: async () => undefined,
    observeInventory: () => undefined,
    observeDecision: () => undefined,
    observeAction: (action, outcome) => done.push(`${action} ${outcome}`),
  })
  return {
    ...{ chains, journal, done, consent: solver.consent },
    begin: () => solver.tick(stopping.signal),
    /** Lets the solver check the order once, and waits until it has done what it decided. */
    async check() {
      await solver.tick(stopping.signal)
      await solver.settled()
    },
    stop: () => stopping.abort(),
  }
}
export type OneOrder = Awaited<ReturnType<typeof oneOrder>>
