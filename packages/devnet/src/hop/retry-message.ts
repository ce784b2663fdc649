import type { Network } from '@tandem/contracts'
import { devnetMessengerAbi } from '@tandem/escrow'
import { type Address, type Hex, zeroHash } from 'viem'
import { connect, type HopClient } from './connect.ts'
import { type AnnouncedMessage, isReceived, readAnnouncements } from './messenger.ts'

/** Both chains of a message, and the message as the hub announced it. */
interface FoundMessage {
  hub: { chain: string; client: HopClient; messenger: Address; blockchainId: Hex }
  final: { chain: string; client: HopClient; messenger: Address }
  message: AnnouncedMessage['message']
}

/**
 * `waiting`: the final chain has not received it. `failed`: it has, and could not execute it. `delivered`: it is done.
 */
export type MessageState = 'waiting' | 'failed' | 'delivered'

export interface InspectedMessage {
  state: MessageState
  hubChain: string
  finalChain: string
}

/** The outcome for a message. `txHash` is mined; nothing was sent for one that is delivered. */
export type RetriedMessage = InspectedMessage & { action: 'announced' | 'executed' | 'nothing'; txHash: Hex | null }

export interface HopOperator {
  /** How far a message is. @throws Error when no hub of the network has sent it. */
  inspect(messageId: Hex): Promise<InspectedMessage>
  /**
   * Re-delivers a message: announces it again on the hub when it was not received, so that a relayer takes it; executes
   * it again with more gas on the final chain when it failed there.
   *
   * @throws Error when no hub has sent it, or the transaction would revert.
   */
  retry(messageId: Hex): Promise<RetriedMessage>
}

/** Blocks per request: providers refuse wider ranges. */
const rangeBlocks = 2_000n
const retryGas = 1_000_000n

/** Looks after the hops of a network, over the first endpoint of each chain. `privateKey` pays for the gas. */
export function makeHopOperator(options: {
  network: Network
  rpcUrls: Readonly<Record<string, readonly string[]>>
  privateKey: Hex
}): HopOperator {
  const { network, rpcUrls, privateKey } = options
  const clientOf = (chain: string): HopClient => {
    const [url] = rpcUrls[chain] ?? []
    if (url === undefined) throw new Error(`RPC_URLS has no endpoint of ${chain}`)
    return connect(url, privateKey)
  }

  async function find(messageId: Hex): Promise<FoundMessage> {
    for (const final of network.chains) {
      const hub = network.chains.find(({ chain }) => chain === final.hub_chain)
      if (hub?.messenger_address == null || hub.blockchain_id === null || final.messenger_address === null) continue
      const client = clientOf(hub.chain)
      const messenger = hub.messenger_address as Address
      const message = await lookUp(client, messenger, messageId, BigInt(hub.start_block))
      if (message?.destinationBlockchainID !== final.blockchain_id) continue
      return {
        hub: { chain: hub.chain, client, messenger, blockchainId: hub.blockchain_id as Hex },
        final: {
          chain: final.chain,
          client: clientOf(final.chain),
          messenger: final.messenger_address as Address,
        },
        message,
      }
    }
    throw new Error(`no hub of the network has sent a message ${messageId} to a chain of it`)
  }

  async function stateOf({ final }: FoundMessage, messageId: Hex): Promise<MessageState> {
    if (!(await isReceived(final.client, final.messenger, messageId))) return 'waiting'
    const failedHash = await final.client.readContract({
      address: final.messenger,
      abi: devnetMessengerAbi,
      functionName: 'receivedFailedMessageHashes',
      args: [messageId],
    })
    return failedHash === zeroHash ? 'delivered' : 'failed'
  }

  async function inspectFound(found: FoundMessage, messageId: Hex): Promise<InspectedMessage> {
    return { state: await stateOf(found, messageId), hubChain: found.hub.chain, finalChain: found.final.chain }
  }

  return {
    async inspect(messageId) {
      return inspectFound(await find(messageId), messageId)
    },
    async retry(messageId) {
      const found = await find(messageId)
      const inspected = await inspectFound(found, messageId)
      if (inspected.state === 'waiting') return { ...inspected, action: 'announced', txHash: await announce(found) }
      if (inspected.state === 'failed') return { ...inspected, action: 'executed', txHash: await execute(found) }
      return { ...inspected, action: 'nothing', txHash: null }
    },
  }
}

/** Reads back from the head: what is to be retried is recent. */
async function lookUp(
  client: HopClient,
  messenger: Address,
  messageID: Hex,
  oldest: bigint,
): Promise<AnnouncedMessage['message'] | undefined> {
  for (let toBlock = await client.getBlockNumber(); toBlock >= oldest; toBlock -= rangeBlocks) {
    const fromBlock = toBlock - oldest >= rangeBlocks ? toBlock - rangeBlocks + 1n : oldest
    const [found] = await readAnnouncements(client, messenger, { args: { messageID }, fromBlock, toBlock })
    if (found !== undefined) return found.message
  }
  return undefined
}

function announce({ hub: { client, messenger }, message }: FoundMessage): Promise<Hex> {
  const args = [message] as const
  const call = {
    address: messenger,
    abi: devnetMessengerAbi,
    functionName: 'retrySendCrossChainMessage',
    args,
  } as const
  return mined(client, async () => {
    await client.simulateContract({ ...call, account: client.account })
    return client.writeContract({ ...call, chain: null })
  })
}

function execute({ hub, final: { client, messenger }, message }: FoundMessage): Promise<Hex> {
  const args = [hub.blockchainId, message] as const
  const gas = message.requiredGasLimit + retryGas
  const call = {
    address: messenger,
    abi: devnetMessengerAbi,
    functionName: 'retryMessageExecution',
    args,
    gas,
  } as const
  return mined(client, async () => {
    await client.simulateContract({ ...call, account: client.account })
    return client.writeContract({ ...call, chain: null })
  })
}

async function mined(client: HopClient, send: () => Promise<Hex>): Promise<Hex> {
  const hash = await send()
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`transaction ${hash} was mined and reverted`)
  return hash
}
