import type { ChainConfig } from '@tandem/contracts'
import { rpcTransport } from '@tandem/service-kit/rpc'
import { standby } from '@tandem/service-kit/standby'
import {
  type Address,
  type Chain,
  type Client,
  createPublicClient,
  createWalletClient,
  defineChain,
  type LocalAccount,
  type PublicActions,
  type PublicClient,
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
  /** The same endpoints, each asked for itself: what one of them says alone is held against the others. */
  endpoints: readonly SolverEndpoint[]
}

/** An endpoint that is asked for itself, and not in the place of another one. */
export interface SolverEndpoint {
  /** Its host: the rest of a URL may hold a key. */
  name: string
  client: PublicClient
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
/** The same, where several endpoints are compared: a decision waits for the slowest of them. */
const compareTimeoutMs = 3_000

/** A client of a chain that reads, signs and sends, over the given endpoints in order; one that hangs stands behind the others. */
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
    transport: standby(
      rpcUrls.map((url) => pinnedTo(config.chain_id, rpcTransport(url, { timeoutMs: requestTimeoutMs }))),
    ),
    pollingInterval: Math.max(100, config.block_time_ms / 2),
  }).extend(publicActions) as SolverClient
}

/** The endpoints of a chain, one for each host: two URLs of one host are one witness. */
export function endpointsOf(chainId: number, rpcUrls: readonly string[]): SolverEndpoint[] {
  const byHost = new Map(rpcUrls.toReversed().map((url) => [new URL(url).host, url]))
  return [...byHost].reverse().map(([name, url]) => ({
    name,
    client: createPublicClient({
      transport: pinnedTo(chainId, rpcTransport(url, { timeoutMs: compareTimeoutMs, retryCount: 0 })),
    }),
  }))
}
