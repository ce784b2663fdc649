import { minedOnDemand } from '@tandem/local-services'
import { defineChain } from 'viem'

/** The chains with escrows. Their ids belong to no public chain. */
export const devnetChains = [
  { name: 'devnet_a', chainId: 31_401, displayName: 'Devnet A' },
  { name: 'devnet_b', chainId: 31_402, displayName: 'Devnet B' },
] as const

/**
 * The final chain, an Avalanche layer-1. It has no escrows, only tokens that were bridged there.
 */
export const devnetL1 = { name: 'devnet_l1', chainId: 31_403, displayName: 'Devnet L1' } as const

/** The chain whose escrows bridge on to {@link devnetL1}. */
export const devnetHub = devnetChains[1]

export type EscrowChain = (typeof devnetChains)[number]
export type DevnetChain = EscrowChain | typeof devnetL1
export type DevnetChainName = DevnetChain['name']

export const viemChain = ({ chainId, displayName }: DevnetChain, rpcUrl: string) =>
  defineChain({
    id: chainId,
    name: displayName,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    ...minedOnDemand,
  })
