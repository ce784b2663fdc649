import { nativeToken } from '@tandem/escrow'
import { type Address, type Client, erc20Abi, isAddressEqual } from 'viem'
import { getBalance, getCode, readContract } from 'viem/actions'

/** An account's balance of a token, or of the native token, in base units. */
export const readBalance = (
  client: Client,
  token: Address,
  address: Address,
  blockTag: 'latest' | 'pending' = 'latest',
): Promise<bigint> =>
  isAddressEqual(token, nativeToken)
    ? getBalance(client, { address, blockTag })
    : readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address], blockTag })

export const hasCode = async (client: Client, address: Address): Promise<boolean> =>
  ((await getCode(client, { address })) ?? '0x') !== '0x'
