import { type Address, type Hex, hexToBigInt, hexToNumber, isHash, isHex, type RpcLog } from 'viem'
import { EndpointError } from '../endpoint/fault.ts'
import { mayContain } from '../proof/logs-bloom.ts'
import { lowerHex } from '../proof/lower-hex.ts'
import { emptyTrieRoot } from '../proof/receipts-root.ts'
import type { Header } from './header.ts'

/** Which logs are wanted: those of one contract, by the kind of event and by its topics. */
export interface LogFilter {
  readonly address: Address
  readonly kinds: readonly Hex[]
  /** The topics after the event's signature. `null` matches any topic, a list any of its topics. */
  readonly topics: readonly (Hex | readonly Hex[] | null)[]
}

/** A log. Hex is in lower case, and `blockTimestamp` in unix seconds. */
export interface ChainLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly blockTimestamp: number | undefined
  readonly txHash: Hex
  readonly logIndex: number
}

/**
 * Checks one log that an endpoint answered with.
 *
 * @throws EndpointError `wrong_data` when it does not have the form of a log.
 */
export function logOf(endpoint: string, answer: unknown): ChainLog {
  const wrong = () => new EndpointError('wrong_data', `${endpoint} answered something that is no log`)
  if (typeof answer !== 'object' || answer === null) throw wrong()
  const { address, topics, data, ...at } = answer as RpcLog & { blockTimestamp?: unknown }
  if (!Array.isArray(topics) || topics.length > 4 || !topics.every((one) => isHash(one))) throw wrong()
  if (!isHashText(at.blockHash) || !isHashText(at.transactionHash)) throw wrong()
  if (!isHex(address) || address.length !== 42 || !isBytes(data) || !isHex(at.blockNumber) || !isHex(at.logIndex))
    throw wrong()
  return {
    address: lowerHex(address),
    topics: topics.map(lowerHex),
    data: lowerHex(data),
    blockNumber: hexToBigInt(at.blockNumber),
    blockHash: lowerHex(at.blockHash),
    blockTimestamp: isHex(at.blockTimestamp) ? hexToNumber(at.blockTimestamp) : undefined,
    txHash: lowerHex(at.transactionHash),
    logIndex: hexToNumber(at.logIndex),
  }
}

/** Requires an even number of digits: an odd number would be hashed as if it were padded, but read as another value. */
const isBytes = (data: unknown): data is Hex => isHex(data) && data.length % 2 === 0
const isHashText = (hash: unknown): hash is Hex => typeof hash === 'string' && isHash(hash)

export const isWanted = ({ address, kinds, topics }: LogFilter, log: Pick<ChainLog, 'address' | 'topics'>): boolean =>
  log.address === lowerHex(address) &&
  kinds.some((kind) => lowerHex(kind) === log.topics[0]) &&
  topics.every(
    (topic, index) =>
      topic === null ||
      [topic]
        .flat()
        .map(lowerHex)
        .includes(log.topics[index + 1] ?? '0x'),
  )

/**
 * What a block's bloom filter says about a contract's logs. `unknown`: the block hash, which would vouch for the
 * filter, was not verified, or the chain leaves the filter empty.
 */
export type BloomWord = 'none' | 'maybe' | 'unknown'

export function bloomWordOf({ address, kinds }: LogFilter, header: Header): BloomWord {
  const { isHashVerified, logsBloom, receiptsRoot } = header
  const isEmpty = /^0x0*$/.test(logsBloom)
  if (receiptsRoot === emptyTrieRoot && isHashVerified) return 'none'
  if (!isHashVerified || isEmpty) return 'unknown'
  const isPossible = mayContain(logsBloom, address) && kinds.some((kind) => mayContain(logsBloom, kind))
  return isPossible ? 'maybe' : 'none'
}
