import type { ChainConfig } from '@tandem/contracts'
import { type Address, createWalletClient, defineChain, fallback, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** A chain on which the solver trades: its configuration, and a client with the solver's account. */
export interface SolverChain {
  config: ChainConfig
  registry: Address
  client: SolverClient
}

export type SolverClient = ReturnType<typeof connect>

/** A client of a chain that reads, signs and sends, over the given endpoints in order. */
export function connect(config: ChainConfig, rpcUrls: readonly string[], privateKey: Hex) {
  const chain = defineChain({
    id: config.chain_id,
    name: config.display_name,
    nativeCurrency: { name: config.native_symbol, symbol: config.native_symbol, decimals: 18 },
    rpcUrls: { default: { http: rpcUrls } },
  })
  return createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain,
    transport: fallback(rpcUrls.map((url) => http(url, { timeout: 10_000 }))),
    pollingInterval: Math.max(100, config.block_time_ms / 2),
  }).extend(publicActions)
}
