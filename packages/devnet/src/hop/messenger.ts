import { devnetMessengerAbi } from '@tandem/escrow'
import type { Address, ContractFunctionArgs, Hex } from 'viem'
import type { HopClient } from './connect.ts'

/** The messenger's address, the same as on every Avalanche chain. Message ids contain it. */
export const teleporterMessenger: Address = '0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf'

export interface AnnouncedMessage {
  id: Hex
  message: ContractFunctionArgs<typeof devnetMessengerAbi, 'nonpayable', 'deliverCrossChainMessage'>[1]
}

/** What a delivery costs in gas, beside the execution of the message. */
const deliveryGas = 300_000n

export const readBlockchainId = (client: HopClient, messenger: Address): Promise<Hex> =>
  client.readContract({ address: messenger, abi: devnetMessengerAbi, functionName: 'blockchainID' })

export const isReceived = (client: HopClient, messenger: Address, id: Hex): Promise<boolean> =>
  client.readContract({ address: messenger, abi: devnetMessengerAbi, functionName: 'messageReceived', args: [id] })

/** Reads the messages that were sent, oldest first: one by its id, or all to a chain. */
export async function readAnnouncements(
  client: HopClient,
  messenger: Address,
  filter: { args: { messageID: Hex } | { destinationBlockchainID: Hex }; fromBlock: bigint; toBlock: bigint },
): Promise<AnnouncedMessage[]> {
  const logs = await client.getContractEvents({
    address: messenger,
    abi: devnetMessengerAbi,
    eventName: 'SendCrossChainMessage',
    strict: true,
    ...filter,
  })
  return logs.map(({ args }) => ({ id: args.messageID, message: args.message }))
}

/**
 * Delivers a message.
 *
 * @param options.executionGas the message's own `requiredGasLimit`, unless the delivery is to fail.
 * @returns the transaction's hash. It may not be mined yet.
 * @throws ContractFunctionExecutionError when the messenger refuses the message.
 */
export async function deliver(
  client: HopClient,
  messenger: Address,
  options: { sourceBlockchainId: Hex; message: AnnouncedMessage['message']; executionGas?: bigint },
): Promise<Hex> {
  const { sourceBlockchainId, message, executionGas = message.requiredGasLimit } = options
  const call = {
    address: messenger,
    abi: devnetMessengerAbi,
    functionName: 'deliverCrossChainMessage',
    args: [sourceBlockchainId, message, client.account.address, executionGas],
    gas: executionGas + executionGas / 63n + deliveryGas,
  } as const
  await client.simulateContract({ ...call, account: client.account })
  return client.writeContract({ ...call, chain: null })
}
