import type { ChainConfig } from '@tandem/contracts'
import { rpcTransport } from '@tandem/service-kit/rpc'
import {
  type Address,
  type Chain,
  type Client,
  createWalletClient,
  defineChain,
  fallback,
  type LocalAccount,
  type PublicActions,
  publicActions,
  type Transport,
  type WalletActions,
} from 'viem'
import { pinnedTo } from './pinned-to.ts'

/** A chain on which the solver trades: its configuration, and a client with the solver's account. */
export interface SolverChain {
  config: ChainConfig
  registry: Address
  client: SolverClient
}

/** Reads, signs and sends as the solver. */
export type SolverClient = Client<
  Transport,
  Chain,
  LocalAccount,
  undefined,
  PublicActions<Transport, Chain, LocalAccount> & WalletActions<Chain, LocalAccount>
>

/** From a question to the last byte of its answer. */
const requestTimeoutMs = 10_000

/** A client of a chain that reads, signs and sends, over the given endpoints in order. */
export function connect(config: ChainConfig, rpcUrls: readonly string[], account: LocalAccount): SolverClient {
  const chain: Chain = defineChain({
    id: config.chain_id,
    name: config.display_name,
    nativeCurrency: { name: config.native_symbol, symbol: config.native_symbol, decimals: 18 },
    rpcUrls: { default: { http: rpcUrls } },
  })
  return createWalletClient({
    account,
    chain,
    transport: fallback(
      rpcUrls.map((url) => pinnedTo(config.chain_id, rpcTransport(url, { timeoutMs: requestTimeoutMs }))),
    ),
    pollingInterval: Math.max(100, config.block_time_ms / 2),
  }).extend(publicActions) as SolverClient
}
