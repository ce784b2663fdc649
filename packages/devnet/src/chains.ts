import { defineChain } from 'viem'

/** The devnet's chains. Ids outside every public chain's. */
export const devnetChains = [
  { name: 'devnet_a', chainId: 31_401, displayName: 'Devnet A' },
  { name: 'devnet_b', chainId: 31_402, displayName: 'Devnet B' },
] as const

export type DevnetChainName = (typeof devnetChains)[number]['name']

/** viem's view of a devnet chain. */
export const viemChain = ({ chainId, displayName }: (typeof devnetChains)[number], rpcUrl: string) =>
  defineChain({
    id: chainId,
    name: displayName,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
