import { hopStateAbi } from '@tandem/escrow'
import { type Address, type Client, type Hex, zeroHash } from 'viem'
import { readContract } from 'viem/actions'

/** `failed`: received, not executed. */
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
