import { devnetMessengerAbi, devnetTokenRemoteAbi, testTokenAbi } from '@tandem/escrow'
import { testTokenBytecode } from '@tandem/escrow/bytecode'
import { type LocalAnvil, startAnvil, startedParts } from '@tandem/local-services'
import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  erc20Abi,
  getAddress,
  type Hex,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { connect, type HopClient } from '../../src/hop/connect.ts'
import { type AnnouncedMessage, readAnnouncements, teleporterMessenger } from '../../src/hop/messenger.ts'

export interface HopChains {
  hub: LocalAnvil
  l1: LocalAnvil
  stop(): Promise<void>
}

export async function startHopChains(): Promise<HopChains> {
  const parts = startedParts()
  return parts.allOrNone(async () => {
    const anvil = (chainId: number) => parts.keep(startAnvil({ chainId }))
    const [hub, l1] = await Promise.all([anvil(31_411), anvil(31_413)])
    return { hub, l1, stop: parts.end }
  })
}

export function clientOf(anvil: LocalAnvil, index: number): HopClient {
  return connect(anvil.rpcUrl, keyOf(anvil, index))
}

export function keyOf(anvil: LocalAnvil, index: number): Hex {
  const key = anvil.accounts[index]?.privateKey
  if (key === undefined) throw new Error(`anvil has no account ${index}`)
  return key
}

/** Deploys creation code in a transaction of its own, so that the same code can stand at two addresses. */
export async function deploy(client: HopClient, abi: Abi, bytecode: Hex, args: readonly unknown[]): Promise<Address> {
  const hash = await client.deployContract({ abi, bytecode, args, chain: null })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`nothing was deployed by ${hash}`)
  return getAddress(contractAddress)
}

/** A token of which the client has a billion. */
export async function deployToken(client: HopClient, symbol: string, decimals: number): Promise<Address> {
  const token = await deploy(client, testTokenAbi, testTokenBytecode, [symbol, symbol, decimals])
  const amount = 10n ** BigInt(9 + decimals)
  await mined(
    client,
    client.writeContract({
      address: token,
      abi: testTokenAbi,
      functionName: 'mint',
      args: [client.account.address, amount],
      chain: null,
    }),
  )
  return token
}

export async function mined(client: HopClient, sending: Promise<Hex>) {
  const receipt = await client.waitForTransactionReceipt({ hash: await sending })
  if (receipt.status !== 'success') throw new Error(`transaction ${receipt.transactionHash} failed`)
  return receipt
}

export const approve = (client: HopClient, token: Address, spender: Address, amount: bigint) =>
  mined(
    client,
    client.writeContract({
      address: token,
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender, amount],
      chain: null,
    }),
  )

export const balanceOf = (client: HopClient, token: Address, owner: Address) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

export const supplyOf = (client: HopClient, token: Address) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'totalSupply' })

/** A transferrer's request to send, with defaults for all that a test does not care about. */
export const sendInput = (
  over: Pick<SendInput, 'destinationBlockchainID' | 'destinationTokenTransferrerAddress' | 'recipient'> &
    Partial<SendInput>,
): SendInput => ({
  primaryFeeTokenAddress: zeroAddress,
  primaryFee: 0n,
  secondaryFee: 0n,
  requiredGasLimit: 250_000n,
  multiHopFallback: zeroAddress,
  ...over,
})

export interface SendInput {
  destinationBlockchainID: Hex
  destinationTokenTransferrerAddress: Address
  recipient: Address
  primaryFeeTokenAddress: Address
  primaryFee: bigint
  secondaryFee: bigint
  requiredGasLimit: bigint
  multiHopFallback: Address
}

/** Sends tokens from a home or a remote, which must have the allowance by then. Both have the same ABI for it. */
export async function sendTokens(client: HopClient, transferrer: Address, input: SendInput, amount: bigint) {
  const call = {
    address: transferrer,
    abi: devnetTokenRemoteAbi,
    functionName: 'send',
    args: [input, amount],
  } as const
  await client.simulateContract({ ...call, account: client.account })
  const receipt = await mined(client, client.writeContract({ ...call, chain: null }))
  const [sent] = parseEventLogs({ abi: devnetTokenRemoteAbi, eventName: 'TokensSent', logs: receipt.logs })
  if (sent === undefined) throw new Error('nothing was sent')
  return { receipt, messageId: sent.args.teleporterMessageID, sentAmount: sent.args.amount }
}

/** Sends a message that carries no tokens. */
export async function sendMessage(
  client: HopClient,
  over: { destinationBlockchainID: Hex } & Partial<MessageInput>,
): Promise<{ messageId: Hex; message: AnnouncedMessage['message'] }> {
  const input: MessageInput = {
    destinationAddress: teleporterMessenger,
    feeInfo: { feeTokenAddress: zeroAddress, amount: 0n },
    requiredGasLimit: 100_000n,
    allowedRelayerAddresses: [],
    message: '0x',
    ...over,
  }
  const call = {
    address: teleporterMessenger,
    abi: devnetMessengerAbi,
    functionName: 'sendCrossChainMessage',
    args: [input],
  } as const
  await client.simulateContract({ ...call, account: client.account })
  const { logs } = await mined(client, client.writeContract({ ...call, chain: null }))
  const [sent] = parseEventLogs({ abi: devnetMessengerAbi, eventName: 'SendCrossChainMessage', logs })
  if (sent === undefined) throw new Error('nothing was sent')
  return { messageId: sent.args.messageID, message: sent.args.message }
}

type MessageInput = ContractFunctionArgs<typeof devnetMessengerAbi, 'nonpayable', 'sendCrossChainMessage'>[0]

/** The message with this id, as the client's chain announced it. */
export async function announced(client: HopClient, messageId: Hex): Promise<AnnouncedMessage['message']> {
  const range = { fromBlock: 0n, toBlock: await client.getBlockNumber() }
  const [found] = await readAnnouncements(client, teleporterMessenger, { args: { messageID: messageId }, ...range })
  if (found === undefined) throw new Error(`no message ${messageId}`)
  return found.message
}
