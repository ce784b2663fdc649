import { type ChainConfig, chainOfAsset, type Network } from '@tandem/contracts'
import { nativeToken, permit2Address } from '@tandem/escrow'

type Chain = Pick<ChainConfig, 'chain' | 'registry_address' | 'hop_bridge_address' | 'messenger_address'>

/**
 * Precompiled and built-in contracts: 0x00…01 and its neighbours on every chain, 0x00…64 on Arbitrum, 0x42…15 on the OP stack,
 * 0x02…05 on Avalanche. They have zeros in the middle, which no address of a key will ever have. The zero address is one of
 * them.
 */
const builtIn = /^0x[0-9a-f]{2}0{34}[0-9a-f]{4}$/

/**
 * Why nobody could spend what this address would be paid on this chain, as a predicate of the address; `undefined` when nothing
 * is known against it.
 */
export function whyNoRecipient(address: string, chain: Chain, network: Network): string | undefined {
  const given = address.toLowerCase()
  const isGiven = (other: string | null | undefined) => other?.toLowerCase() === given
  if (isGiven(nativeToken)) return "stands for the native token, and is nobody's address"
  if (builtIn.test(given)) return 'is a contract that is built into the chain, or the zero address'
  if (isGiven(permit2Address)) return 'is the Permit2 contract'
  const own = [chain.registry_address, chain.hop_bridge_address, chain.messenger_address]
  if (own.some(isGiven)) return 'is a contract that swaps go through'
  // The token home of a final chain's token is on the hub.
  const finalChains = network.chains.filter(({ hub_chain: hub }) => hub === chain.chain).map((final) => final.chain)
  const token = network.assets.find(({ asset, token_address: contract, token_home_address: home }) => {
    const of = chainOfAsset(asset)
    return (of === chain.chain && isGiven(contract)) || (finalChains.includes(of) && isGiven(home))
  })
  return token && `is the contract of the token ${token.symbol}`
}
