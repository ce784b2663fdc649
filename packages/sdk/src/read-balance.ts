import { nativeToken } from '@tandem/escrow'
import { type Address, type Client, erc20Abi, isAddressEqual } from 'viem'
import { getBalance, readContract } from 'viem/actions'

/** Base units in the newest block. */
export const readBalance = (client: Client, token: Address, address: Address): Promise<bigint> =>
  isAddressEqual(token, nativeToken)
    ? getBalance(client, { address })
    : readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
