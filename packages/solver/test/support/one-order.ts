/** A solver of one order between two chains, each with another history that only liars show. */
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
import { connect, endpointsOf } from '../../src/chain/chain.ts'
import { makeSender } from '../../src/chain/sender.ts'
import { makeLedger } from '../../src/domain/ledger.ts'
import { openJournal } from '../../src/journal.ts'
import { makeSolver } from '../../src/solver.ts'
import { windowChain } from './window-chain.ts'

const confirmations = 3
const amount = 1_000n
const chainIds = { a: 31_354, b: 31_355 } as const
type Name = keyof typeof chainIds
type History = 'truth' | 'shadow'

interface Agreed {
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

/** Both chains with the registry, true and as liars tell of them. */
export async function startWorlds() {
  const parts = startedParts()
  let registry: Address = zeroAddress
  const begin = async (chainId: number) => {
    const world = {
      truth: await parts.keep(startAnvil({ chainId })),
      shadow: await parts.keep(startAnvil({ chainId })),
    }
    for (const anvil of Object.values(world))
      registry = (await deployEscrow({ publicClient: control(anvil), walletClient: control(anvil) })).registry
    return world
  }
  const worlds = { a: await begin(chainIds.a), b: await begin(chainIds.b) }
  const send = async (chain: Name, history: History, account: number, data: Hex, value = 0n) => {
    const client = control(worlds[chain][history], account)
    await client.waitForTransactionReceipt({ hash: await client.sendTransaction({ to: registry, data, value }) })
  }
  return {
    ...worlds,
    registry,
    send,
    mine: (chain: Name) => control(worlds[chain].truth).mine({ blocks: 1 }),
    /** Creates an escrow, and buries it as deep as it must be. */
    async fund(chain: Name, history: History, terms: EscrowTerms, account: number) {
      await send(chain, history, account, encodeCreateEscrowNative(terms), amount)
      await control(worlds[chain][history]).mine({ blocks: confirmations })
    },
    stateOf: async ({ vaults, terms }: Agreed, chain: Name) =>
      (await readVault(control(worlds[chain].truth), { registry, vault: vaults[chain], terms: terms[chain] })).state,
    stop: () => parts.end(),
  }
}
export type Worlds = Awaited<ReturnType<typeof startWorlds>>

let orders = 0

/** An order that nothing has been done for. */
async function agree({ a, b, registry }: Worlds): Promise<Agreed> {
  const time = Number((await control(b.truth).getBlock()).timestamp)
  orders += 1
  const secret = `0x${orders.toString(16).padStart(64, '0')}` as const
  const [user, solver] = [control(a.truth, 0).account.address, control(a.truth, 1).account.address]
  const shared = { token: nativeToken, hopBridge: zeroAddress, amount, commitmentHash: hashSecret(secret) } as const
  const terms = {
    a: { ...shared, creator: user, recipient: solver, cancelAfter: time + 86_400 },
    b: { ...shared, creator: solver, recipient: user, cancelAfter: time + 14_400 },
  }
  const vaultOf = (chain: Name) => predictVault({ registry, chainId: chainIds[chain], terms: terms[chain] })
  const vaults = { a: vaultOf('a'), b: vaultOf('b') }
  const intentOf = (chain: Name): Partial<Intent> => ({
    ...{ chain, asset: `${chain}:eth`, swap_id: vaults[chain], token_address: nativeToken, amount: String(amount) },
    ...{ creator: terms[chain].creator, recipient: terms[chain].recipient, hop_bridge_factory: null },
    ...{ cancel_after: terms[chain].cancelAfter, commitment_hash: terms[chain].commitmentHash, commitment: null },
    ...{ create_block_number: null, hop_dest_blockchain_id: null },
  })
  const order = {
    ...{ order_id: `order-${orders}`, quote_id: `quote-${orders}`, status: 'source_initiated' },
    ...{ initiate_by: null, fill_by: null, source_intent: intentOf('a'), destination_intent: intentOf('b') },
  } as unknown as Order
  return { order, terms, vaults, secret }
}

const silent = new Proxy({}, { get: () => () => undefined }) as never

/** An order, and a solver of it over these endpoints. */
export async function oneOrder(worlds: Worlds, endpoints: Record<Name, { urls: readonly string[] }>) {
  const agreed = await agree(worlds)
  const stopping = new AbortController()
  const traded = (chain: Name) => {
    const config = {
      ...windowChain,
      ...{ chain, chain_id: chainIds[chain], display_name: chain, native_symbol: 'ETH' },
      ...{ confirmations, block_time_ms: 200, fitted_windows: null, hop_bridge_address: null },
    } as ChainConfig
    const { urls } = endpoints[chain]
    const client = connect(config, urls, control(worlds[chain].truth, 1).account)
    const each = endpointsOf(config.chain_id, urls)
    const options = { slots: 4, replaceAfterMs: 500, freshMs: 60_000, stopping: stopping.signal, logger: silent }
    const { registry } = worlds
    return {
      chain: { config, registry, client, endpoints: each },
      sender: makeSender(client, { ...options, endpoints: each }),
    }
  }
  const chains = new Map([
    ['a', traded('a')],
    ['b', traded('b')],
  ])
  const journal = await openJournal({ path: undefined, heads: { a: 0n, b: 0n }, now: 0 })
  const limits = { minProfitBips: undefined, minMarginSecs: 43_200, ownMarginSecs: 0, assets: undefined }
  const assets = (['a', 'b'] as const).map(
    (chain) => ({ asset: `${chain}:eth`, token_address: nativeToken }) as AssetConfig,
  )
  const { order } = agreed
  const solver = makeSolver({
    ...{ chains, journal, logger: silent, policy: { isPaused: false, ...limits }, assets },
    ...{ ledger: makeLedger(), promises: undefined, now: Date.now },
    client: { listOrders: async () => ({ data: [order], next_cursor: null }) as never, getOrder: async () => order },
    profitOf: async () => undefined,
    observeInventory: () => undefined,
    observeClock: () => undefined,
    observeDecision: () => undefined,
    observeVote: () => undefined,
    observeAction: () => undefined,
  })
  return {
    agreed,
    look: () => solver.tick(stopping.signal),
    stop: () => stopping.abort(),
  }
}
export type OneOrder = Awaited<ReturnType<typeof oneOrder>>
