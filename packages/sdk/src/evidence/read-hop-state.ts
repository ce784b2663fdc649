import { hopStateAbi } from '@tandem/escrow'
import { type Address, type Client, type Hex, type Log, TransactionReceiptNotFoundError, zeroHash } from 'viem'
import { getTransactionReceipt, readContract } from 'viem/actions'

/** What became of a hop's message on the final chain. `failed` means that it arrived, and that its execution failed. */
export type HopState = 'waiting' | 'failed' | 'delivered'

export async function readHopState(
  client: Client,
  { messenger, messageId, blockNumber }: { messenger: Address; messageId: Hex; blockNumber?: bigint },
): Promise<HopState> {
  const at = blockNumber === undefined ? {} : { blockNumber }
  const asked = { address: messenger, abi: hopStateAbi, args: [messageId], ...at } as const
  const [isReceived, failedHash] = await Promise.all([
    readContract(client, { ...asked, functionName: 'messageReceived' }),
    readContract(client, { ...asked, functionName: 'receivedFailedMessageHashes' }),
  ])
  return !isReceived ? 'waiting' : failedHash === zeroHash ? 'delivered' : 'failed'
}

/** The logs of a transaction; an empty array when the endpoint does not know it. */
export const readLogs = (client: Client, hash: Hex): Promise<readonly Log<bigint, number, false>[]> =>
  getTransactionReceipt(client, { hash }).then(
    ({ logs }) => logs,
    (error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return []
      throw error
    },
  )
