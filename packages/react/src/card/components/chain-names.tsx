import type { ChainConfig } from '@tandem/contracts'
import { createContext, type ReactNode, useContext } from 'react'

type NamedChain = Pick<ChainConfig, 'chain' | 'display_name' | 'explorer_url'>

const ChainsContext = createContext<readonly NamedChain[]>([])

/** Gives the components below it the names of the chains and their block explorers. */
export const ChainNames = ({ chains, children }: { chains: readonly NamedChain[]; children: ReactNode }) => (
  <ChainsContext.Provider value={chains}>{children}</ChainsContext.Provider>
)

/** Returns a function from a chain's identifier to the name that people know. An unknown chain keeps its identifier. */
export function useChainName(): (chain: string) => string {
  const chains = useContext(ChainsContext)
  return (chain) => chains.find((one) => one.chain === chain)?.display_name ?? chain
}

export type ExplorerKind = 'address' | 'tx' | 'block'

/** Returns a function to the explorer's page about an identifier. It gives `undefined` where the chain has no explorer. */
export function useExplorer(): (chain?: string, kind?: ExplorerKind, value?: string) => string | undefined {
  const chains = useContext(ChainsContext)
  return (chain, kind, value) => {
    const base = chains.find((one) => one.chain === chain)?.explorer_url
    // The address may come from an orderbook, and a `javascript:` link would run code in this page.
    if (base == null || kind === undefined || !/^https?:/i.test(base)) return undefined
    return `${base.replace(/\/$/, '')}/${kind}/${value}`
  }
}
