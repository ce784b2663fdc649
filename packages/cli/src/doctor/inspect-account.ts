import { type AssetConfig, type ChainConfig, chainOfAsset } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { type Address, type Client, erc20Abi, formatEther, isAddressEqual } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { formatAmount } from '../amounts.ts'
import { CheckFailed, type Finding, findingOf } from './finding.ts'

/**
 * Checks what an account holds on a chain: the native token, without which it cannot pay for a claim or a refund, and
 * the assets of the network file. A balance of zero is only a failed check for the native token.
 */
export function inspectAccount(
  client: Client,
  { of, account, chain, assets }: { of: string; account: Address; chain: ChainConfig; assets: readonly AssetConfig[] },
): Promise<Finding[]> {
  const tokens = assets.filter(
    (one) => chainOfAsset(one.asset) === chain.chain && !isAddressEqual(one.token_address as Address, nativeToken),
  )
  return Promise.all([
    findingOf(of, 'gas money', async () => {
      const wei = await getBalance(client, { address: account })
      if (wei > 0n) return `${formatEther(wei)} ${chain.native_symbol}`
      throw new CheckFailed(
        `none: without ${chain.native_symbol} the account cannot claim or take back by itself; send it some`,
      )
    }),
    ...tokens.map(({ asset, decimals, token_address }) =>
      findingOf(of, `balance of ${asset}`, async () => {
        const call = { address: token_address as Address, abi: erc20Abi, functionName: 'balanceOf' } as const
        return formatAmount(await readContract(client, { ...call, args: [account] }), asset, decimals)
      }),
    ),
  ])
}
