import { type Address, type Hex, hexToBigInt, isAddress, isHash, isHex, type RpcTransactionReceipt } from 'viem'
import type { Belief } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointError } from '../endpoint/fault.ts'
import { lowerHex } from '../proof/lower-hex.ts'

/** A transaction's receipt. */
export interface ChainReceipt {
  readonly hash: Hex
  readonly isSuccess: boolean
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly from: Address
  /** What the transaction cost, in wei, with the data fee of an OP-stack chain (`l1Fee`). */
  readonly cost: bigint
  readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[] }[]
}

/** Asks for a transaction's receipt. The believed value is `null` when a majority has no receipt. */
export const askReceipt = (quorum: Quorum, hash: Hex): Promise<Belief<ChainReceipt | null>> =>
  quorum.ask((endpoint) => readReceipt(endpoint, hash), { name: 'receipt', mayLag: true })

/**
 * Reads a receipt from one endpoint.
 *
 * @throws EndpointError `wrong_data`.
 */
export async function readReceipt({ name, client }: Endpoint, hash: Hex): Promise<ChainReceipt | null> {
  const answer = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  if (answer === null) return null
  if (!isReceipt(answer) || answer.transactionHash.toLowerCase() !== hash.toLowerCase())
    throw new EndpointError('wrong_data', `${name} answered something that is no receipt of ${hash}`)
  const { l1Fee } = answer as { l1Fee?: unknown }
  return {
    hash,
    isSuccess: answer.status === '0x1',
    blockNumber: hexToBigInt(answer.blockNumber),
    blockHash: lowerHex(answer.blockHash),
    from: lowerHex(answer.from),
    cost:
      hexToBigInt(answer.gasUsed) * hexToBigInt(answer.effectiveGasPrice) + (isHex(l1Fee) ? hexToBigInt(l1Fee) : 0n),
    logs: answer.logs.map(({ address, topics }) => ({ address: lowerHex(address), topics: topics.map(lowerHex) })),
  }
}

const isReceipt = (answer: RpcTransactionReceipt): boolean =>
  typeof answer === 'object' &&
  [answer.transactionHash, answer.blockHash].every((one) => typeof one === 'string' && isHash(one)) &&
  [answer.blockNumber, answer.gasUsed, answer.effectiveGasPrice, answer.status].every((one) => isHex(one)) &&
  isAddress(answer.from, { strict: false }) &&
  Array.isArray(answer.logs) &&
  answer.logs.every(isLog)

const isLog = (log: RpcTransactionReceipt['logs'][number] | null): boolean =>
  typeof log === 'object' &&
  log !== null &&
  isAddress(log.address, { strict: false }) &&
  Array.isArray(log.topics) &&
  log.topics.every(isWord)

const isWord = (topic: unknown): boolean => typeof topic === 'string' && isHash(topic)
