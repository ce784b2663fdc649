import type { Network } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { type Address, erc20Abi, formatUnits } from 'viem'
import type { DevnetWallet } from './clients.ts'

export interface CountedAsset {
  id: string
  symbol: string
  decimals: number
  token: Address
}

export function assetOf(network: Network, id: string): CountedAsset {
  const asset = network.assets.find((one) => one.asset === id)
  if (asset === undefined) throw new Error(`the devnet has no asset ${id}`)
  return { id, symbol: asset.symbol, decimals: asset.decimals, token: asset.token_address as Address }
}

/** Reads a balance, in base units. */
export function readBalance(client: DevnetWallet, asset: CountedAsset, owner: Address): Promise<bigint> {
  if (asset.token === nativeToken) return client.getBalance({ address: owner })
  return client.readContract({ address: asset.token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
}

/**
 * The gas that an account has paid, in wei. Its native balance moves by this as well.
 * @param fromBlock the first block that counts.
 */
export async function gasPaid(client: DevnetWallet, payer: Address, fromBlock: bigint): Promise<bigint> {
  const head = await client.getBlockNumber()
  let paid = 0n
  for (let number = fromBlock; number <= head; number += 1n) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true })
    for (const { from, hash } of transactions) {
      if (from.toLowerCase() !== payer.toLowerCase()) continue
      const receipt = await client.getTransactionReceipt({ hash })
      paid += receipt.gasUsed * receipt.effectiveGasPrice
    }
  }
  return paid
}

export const formatAmount = (amount: bigint, { decimals, symbol }: CountedAsset): string =>
  `${formatUnits(amount, decimals)} ${symbol}`

export function formatDelta(delta: bigint, asset: CountedAsset): string {
  if (delta === 0n) return `±0 ${asset.symbol}`
  return delta > 0n ? `+${formatAmount(delta, asset)}` : `−${formatAmount(-delta, asset)}`
}
