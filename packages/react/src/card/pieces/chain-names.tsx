import type { ChainConfig } from '@tandem/contracts'
import { createContext, type ReactNode, useContext } from 'react'

type NamedChain = Pick<ChainConfig, 'chain' | 'display_name' | 'explorer_url'>

const ChainsContext = createContext<readonly NamedChain[]>([])

/** Tells the parts below it the chains' names for people, and their explorers. */
export const ChainNames = ({ chains, children }: { chains: readonly NamedChain[]; children: ReactNode }) => (
  <ChainsContext.Provider value={chains}>{children}</ChainsContext.Provider>
)

/** Says a chain's name for people. A chain that is not listed keeps its id. */
export function useChainName(): (chain: string) => string {
  const chains = useContext(ChainsContext)
  return (chain) => chains.find((one) => one.chain === chain)?.display_name ?? chain
}

/** The kinds of things that a block explorer has a page for. */
export type ExplorerKind = 'address' | 'tx' | 'block'

/** Gives the page of a chain's explorer about an identifier; `undefined` where the chain has no explorer. */
export function useExplorer(): (chain?: string, kind?: ExplorerKind, value?: string) => string | undefined {
  const chains = useContext(ChainsContext)
  return (chain, kind, value) => {
    const base = chains.find((one) => one.chain === chain)?.explorer_url
    // The chains may be an orderbook's word, and a link must not run code in this page.
    if (base == null || kind === undefined || !/^https?:/i.test(base)) return undefined
    return `${base.replace(/\/$/, '')}/${kind}/${value}`
  }
}
