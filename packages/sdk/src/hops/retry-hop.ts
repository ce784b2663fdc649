import { type Endpoint, makeRangeSize, readHeadNumber, readLogsBack, widestRange } from '@tandem/chain'
import { hopMessageAbi, isSameAddress } from '@tandem/escrow'
import {
  type Address,
  type ContractFunctionArgs,
  decodeEventLog,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  parseEventLogs,
} from 'viem'
import { call } from 'viem/actions'
import {
  askMajority,
  believe,
  type ChainEvidence,
  type EvidenceOptions,
  evidenceOf,
} from '../evidence/evidence-options.ts'
import { type HopState, readHopState, readLogs } from '../evidence/read-hop-state.ts'
import type { StepOptions } from '../initiate/source-side.ts'
import { chainOf, type KnownNetwork, type VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { send } from '../wallet/send.ts'
import { atOnce, ensureChain, type Wallet } from '../wallet/wallet.ts'

/** The message of a hop, which its bridge sent from the hub to the final chain. */
export interface HopMessage {
  /** The order's `bridge_message_id`. */
  messageId: Hex
  /**
   * The transaction that sent the message. Without it, the blocks of every hub are searched, which can take minutes.
   */
  txHash?: Hex | undefined
}

/** What became of a hop's message, and between which chains it was sent. */
export interface InspectedHop {
  state: HopState
  hubChain: string
  finalChain: string
}

/** What was done for a hop's message; `txHash` is `null` when nothing had to be done. */
export type RetriedHop = InspectedHop & { action: 'announced' | 'executed' | 'nothing'; txHash: Hex | null }

type Message = ContractFunctionArgs<typeof hopMessageAbi, 'nonpayable', 'retrySendCrossChainMessage'>[0]

interface MessengerChain extends ChainEvidence {
  messenger: Address
}

interface FoundHop {
  hub: MessengerChain
  final: MessengerChain
  message: Message
}

const searchMs = 600_000
/** The gas of a retry in addition to what the message asks for. */
const retryGas = 1_000_000n

/**
 * Finds the message of a hop on its hub, and reads from the final chain what became of it.
 *
 * @throws `UNVERIFIED` when no hub of the network has sent it; `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 * @example
 * const { state } = await inspectHop({ messageId: order.destination_intent.bridge_message_id }, network, { endpoints })
 */
export async function inspectHop(
  message: HopMessage,
  network: KnownNetwork,
  evidence: EvidenceOptions,
): Promise<InspectedHop> {
  return inspectFound(await findHop(message, network, evidence), message)
}

/**
 * Retries the message of a hop. Any account can do that. A message that did not arrive is announced on the hub again,
 * and one whose execution failed is executed on the final chain with more gas.
 *
 * @param wallet pays for the gas: a wallet, or a function that gives the wallet for a chain.
 * @throws `UNVERIFIED`, `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`, `WRONG_CHAIN`, `TRANSACTION_REVERTED`; viem's
 * errors (nothing was sent).
 * @example
 * const { action, txHash } = await retryHop({ messageId }, (chain) => wallets[chain], network, { endpoints })
 */
export async function retryHop(
  message: HopMessage,
  wallet: Wallet | ((chain: string) => Wallet),
  network: KnownNetwork,
  { switchChain, inTurn = atOnce, ...evidence }: EvidenceOptions & StepOptions,
): Promise<RetriedHop> {
  const found = await findHop(message, network, evidence)
  const inspected = await inspectFound(found, message)
  if (inspected.state === 'delivered') return { ...inspected, action: 'nothing', txHash: null }
  const isFailed = inspected.state === 'failed'
  const { chain, messenger } = isFailed ? found.final : found.hub
  const sender = typeof wallet === 'function' ? wallet(chain.chain) : wallet
  const retry = { to: messenger, ...retryOf(found, isFailed) }
  const txHash = await inTurn(async () => {
    await ensureChain(sender, chain, switchChain)
    await call(sender, { account: sender.account, ...retry })
    return send(sender, chain, retry)
  })
  return { ...inspected, action: isFailed ? 'executed' : 'announced', txHash }
}

function retryOf({ hub, message }: FoundHop, isFailed: boolean): { data: Hex; gas?: bigint } {
  const abi = hopMessageAbi
  if (!isFailed)
    return { data: encodeFunctionData({ abi, functionName: 'retrySendCrossChainMessage', args: [message] }) }
  const args = [hub.chain.blockchain_id as Hex, message] as const
  const data = encodeFunctionData({ abi, functionName: 'retryMessageExecution', args })
  return { data, gas: message.requiredGasLimit + retryGas }
}

async function inspectFound({ hub, final }: FoundHop, { messageId }: HopMessage): Promise<InspectedHop> {
  const { messenger } = final
  const state = await askMajority(final, 'delivery', (client) => readHopState(client, { messenger, messageId }))
  return { state, hubChain: hub.chain.chain, finalChain: final.chain.chain }
}

async function findHop(asked: HopMessage, network: KnownNetwork, evidence: EvidenceOptions): Promise<FoundHop> {
  for (const chain of network.chains) {
    if (chain.hub_chain == null) continue
    const [hub, final] = [
      messengerChainOf(chainOf(network, chain.hub_chain), evidence),
      messengerChainOf(chain, evidence),
    ]
    if (hub === undefined || final === undefined) continue
    const { messageId, txHash } = asked
    const sent = hub.quorum.ask(
      (endpoint, signal) =>
        txHash === undefined
          ? searchMessage(endpoint, { ...hub, signal }, messageId)
          : messageIn(endpoint, hub, { messageId, hash: txHash }),
      { name: 'message', budgetMs: searchMs, mayLag: true },
    )
    const message = await believe(hub, sent)
    if (message !== undefined && message.destinationBlockchainID === chain.blockchain_id) return { hub, final, message }
  }
  throw new TandemError('UNVERIFIED', `no hub of the pinned network has sent the message ${asked.messageId}`)
}

function messengerChainOf(chain: VerifiedChain, evidence: EvidenceOptions): MessengerChain | undefined {
  if (chain.messenger_address == null || chain.blockchain_id == null) return undefined
  return { ...evidenceOf(evidence, chain), messenger: chain.messenger_address as Address }
}

async function messageIn(
  { client }: Endpoint,
  { messenger }: Pick<MessengerChain, 'messenger'>,
  { messageId, hash }: { messageId: Hex; hash: Hex },
): Promise<Message | undefined> {
  const logs = await readLogs(client, hash)
  const sent = parseEventLogs({
    abi: hopMessageAbi,
    eventName: 'SendCrossChainMessage',
    args: { messageID: messageId },
    logs: logs.filter(({ address }) => isSameAddress(address, messenger)),
  })
  return sent[0]?.args.message
}

/** Searches the logs of a hub for a message, the newest blocks first. */
async function searchMessage(
  endpoint: Endpoint,
  { chain, messenger: address, signal }: Pick<MessengerChain, 'chain' | 'messenger'> & { signal: AbortSignal },
  messageID: Hex,
): Promise<Message | undefined> {
  const abi = hopMessageAbi
  const eventName = 'SendCrossChainMessage'
  const [kind] = encodeEventTopics({ abi, eventName })
  const filter = { address, kinds: [kind], topics: [messageID] }
  const range = { from: BigInt(chain.start_block ?? 0), to: await readHeadNumber(endpoint) }
  const reading = { ...range, filter, maxLogs, size: makeRangeSize(widestRange), signal }
  for await (const { logs } of readLogsBack(endpoint, reading)) {
    const [found] = logs
    if (found === undefined) continue
    const topics = found.topics as [Hex, ...Hex[]]
    return decodeEventLog({ abi, eventName, data: found.data, topics }).args.message
  }
  return undefined
}

/**
 * How many logs of one message are accepted at most. A message is sent once, so an endpoint that returns more is lying.
 */
const maxLogs = 100
