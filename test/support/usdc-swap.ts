import { accounts } from '@tandem/devnet'
import { type Address, erc20Abi } from 'viem'
import type { TwoChains } from './two-chains.ts'

/** The user's address, on both sides of a swap and on both chains. */
export const owner = accounts.user.address

/** 25 USDC, in base units. */
export const amount = 25_000_000n

/** A request for this much USDC of the first chain for USDC of the second. */
export const usdcRequest = {
  userId: 'u',
  sourceAsset: 'devnet_a:usdc',
  destinationAsset: 'devnet_b:usdc',
  sourceAmount: amount,
  minReceived: 1n,
  sourceAddress: owner,
  destinationAddress: owner,
}

/** One endpoint of each chain. */
export const evidenceOf = ({ a, b }: TwoChains) => ({
  endpoints: { devnet_a: [a.anvil.rpcUrl], devnet_b: [b.anvil.rpcUrl] },
})

/** The USDC that the user has on a chain, in base units. */
export const usdcOf = (chains: TwoChains, name: 'a' | 'b'): Promise<bigint> =>
  chains[name].control.readContract({
    address: chains.network.assets.find(({ asset }) => asset === `devnet_${name}:usdc`)?.token_address as Address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })
