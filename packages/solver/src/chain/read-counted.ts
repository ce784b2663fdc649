import type { ConfirmationDepth } from '@tandem/contracts'
import type { Address, Client } from 'viem'
import { getBlock, getTransactionCount } from 'viem/actions'

/** The facts of the chain at the highest block that counts. */
export interface Counted {
  /** The block's time, unix seconds. */
  timeAtDepth: number
  /** Nonces that the solver's account has used there. */
  noncesAtDepth: number
}

/** @throws viem's errors when the chain cannot be read at that depth. */
export async function readCounted(client: Client, address: Address, depth: ConfirmationDepth): Promise<Counted> {
  const head = await getBlock(client, { blockTag: depth.tag ?? 'latest' })
  const back = BigInt((depth.confirmations ?? 1) - 1)
  const blockNumber = head.number > back ? head.number - back : 0n
  const [block, noncesAtDepth] = await Promise.all([
    getBlock(client, { blockNumber }),
    getTransactionCount(client, { address, blockNumber }),
  ])
  return { timeAtDepth: Number(block.timestamp), noncesAtDepth }
}
