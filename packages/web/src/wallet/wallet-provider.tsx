import type { Network } from '@tandem/contracts'
import type { ReactNode } from 'react'
import { type Chain, defineChain, http } from 'viem'
import { type Config, createConfig, injected, WagmiContext, WagmiProvider } from 'wagmi'
import type { Deployment } from '../swap/deployment.ts'

let sharedConfig: Config | undefined

interface WalletProviderProps {
  deployment: Deployment
  /** Set it for the provider in the header, which every page has. Only that one reconnects the wallet of the last visit. */
  isRoot?: boolean
  children: ReactNode
}

/**
 * Gives wagmi to the components below it, with the chains of the network file. All providers of the page share one
 * configuration.
 */
export function WalletProvider({ deployment, isRoot = false, children }: WalletProviderProps) {
  sharedConfig ??= makeConfig(deployment)
  // A second `WagmiProvider` would reconnect or disconnect the wallet.
  if (!isRoot) return <WagmiContext.Provider value={sharedConfig}>{children}</WagmiContext.Provider>
  return <WagmiProvider config={sharedConfig}>{children}</WagmiProvider>
}

function makeConfig({ network, evidence }: Deployment): Config {
  const urlsOf = (chain: string) => (evidence.endpoints[chain] ?? []).filter((one) => typeof one === 'string')
  const chains = network.chains.map((chain) => viemChain(chain, urlsOf(chain.chain)))
  // No retry by viem, which would wait for as long as an endpoint's `Retry-After` header says.
  const transportOf = (url: string | undefined) => http(url, { retryCount: 0 })
  const transports = Object.fromEntries(chains.map(({ id, rpcUrls }) => [id, transportOf(rpcUrls.default.http[0])]))
  return createConfig({
    chains: chains as unknown as readonly [Chain, ...Chain[]],
    transports,
    // For a wallet that only sets `window.ethereum`. wagmi finds those that announce themselves.
    connectors: [injected()],
  })
}

/** Describes a chain for viem, and for a wallet that has to add it. */
const viemChain = (chain: Network['chains'][number], urls: readonly string[]): Chain =>
  defineChain({
    id: chain.chain_id,
    name: chain.display_name,
    nativeCurrency: { name: chain.native_symbol, symbol: chain.native_symbol, decimals: 18 },
    rpcUrls: { default: { http: urls } },
    ...(chain.explorer_url === null
      ? {}
      : { blockExplorers: { default: { name: chain.display_name, url: chain.explorer_url } } }),
  })
