import type { Network } from '@tandem/contracts'
import type { ReactNode } from 'react'
import { type Chain, defineChain, http } from 'viem'
import { type Config, createConfig, injected, WagmiContext, WagmiProvider } from 'wagmi'
import type { Deployment } from '../swap/deployment.ts'

let made: Config | undefined

interface WalletProviderProps {
  deployment: Deployment
  /** The provider that every page has: it alone connects the wallet of the last visit again. */
  isFirst?: boolean
  children: ReactNode
}

/** wagmi with the pinned chains, the same in every part of the page. Wallets announce themselves (EIP-6963). */
export function WalletProvider({ deployment, isFirst = false, children }: WalletProviderProps) {
  made ??= makeConfig(deployment)
  // A second `WagmiProvider` would connect the wallet again, or disconnect it.
  if (!isFirst) return <WagmiContext.Provider value={made}>{children}</WagmiContext.Provider>
  return <WagmiProvider config={made}>{children}</WagmiProvider>
}

function makeConfig({ network, evidence }: Deployment): Config {
  const urlsOf = (chain: string) => (evidence.endpoints[chain] ?? []).filter((one) => typeof one === 'string')
  const chains = network.chains.map((chain) => viemChain(chain, urlsOf(chain.chain)))
  // Asked once: viem would ask again only after as long as an endpoint's `Retry-After` says.
  const transportOf = (url: string | undefined) => http(url, { retryCount: 0 })
  const transports = Object.fromEntries(chains.map(({ id, rpcUrls }) => [id, transportOf(rpcUrls.default.http[0])]))
  return createConfig({
    chains: chains as unknown as readonly [Chain, ...Chain[]],
    transports,
    // For wallets that only set `window.ethereum`; the dialog lists it where no wallet announces itself.
    connectors: [injected()],
  })
}

/** The chain's description, for a wallet that has to add it. */
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
