import { type Hex, numberToHex } from 'viem'
import { type Belief, type Believed, isBelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointError, faultOf } from '../endpoint/fault.ts'
import { proveLogsOfBlock } from './block-receipts.ts'
import { readHeadNumber } from './head-number.ts'
import { type Header, readHeader } from './header.ts'
import { inOrder } from './in-order.ts'
import { bloomWordOf, type ChainLog, isWanted, type LogFilter, logOf } from './log.ts'
import { makeRangeSize, type RangeSize } from './range-size.ts'

export type TimedLog = ChainLog & { readonly blockTimestamp: number }

/** Asks one chain for the logs of one filter. */
export interface LogQuestions {
  /** Reads the logs of these blocks. A block whose proven bloom filter excludes the contract is not asked for. */
  ofBlocks(headers: readonly Header[]): Promise<Belief<readonly TimedLog[]>>
  inRange(from: bigint, to: bigint): Promise<Belief<readonly TimedLog[]>>
  /**
   * Searches backwards from each endpoint's own head for a log that proves itself. The belief is `waiting` when no
   * endpoint finds such a log.
   */
  provenBack<T>(blocks: bigint, proofOf: (log: ChainLog) => T | undefined): Promise<Belief<T>>
}

export interface LogOptions {
  budgetMs: number
  /** The most logs that one reading may return, because they are all held in memory. */
  maxLogs?: number
}

/** The most blocks that one `eth_getLogs` asks for. */
export const widestRange = 2_000
const maxLogsOfReading = 100_000
/**
 * After this many blocks, none of whose receipts could be proven, receipts of this chain are not asked for any more.
 */
const patience = 3
const headersAtOnce = 8

/** Opens the questions about logs of a chain. It remembers whether the chain's receipts can be proven. */
export function makeLogQuestions(quorum: Quorum, filter: LogFilter, options: LogOptions): LogQuestions {
  const { budgetMs, maxLogs = maxLogsOfReading } = options
  const sizes = new Map<string, RangeSize>()
  let [proven, unproven] = [0, 0]

  const sizeOf = ({ name }: Endpoint): RangeSize => {
    const size = sizes.get(name) ?? makeRangeSize(widestRange)
    sizes.set(name, size)
    return size
  }
  const read = (endpoint: Endpoint, from: bigint, to: bigint, signal: AbortSignal) =>
    readLogRange(endpoint, { from, to, filter, maxLogs, size: sizeOf(endpoint), signal })
  const inRange = (from: bigint, to: bigint) =>
    quorum.ask(async (endpoint, signal) => withTimes(endpoint, await read(endpoint, from, to, signal), signal), {
      name: 'logs',
      budgetMs,
    })

  /** Reads the logs of a block from its receipts, or from a majority where no endpoint has the receipts. */
  async function ofDoubtful(header: Header): Promise<Belief<readonly TimedLog[]>> {
    const isHopeless = proven === 0 && unproven >= patience
    if (header.isHashVerified && !isHopeless && bloomWordOf(filter, header) === 'maybe') {
      const proof = await proveLogsOfBlock(quorum, header, filter)
      if (isBelieved(proof)) proven += 1
      else unproven += 1
      if (isBelieved(proof) || proof.kind === 'disputed') return proof as Belief<readonly TimedLog[]>
    }
    return onlyOf([header], await inRange(header.number, header.number))
  }

  return {
    inRange,
    provenBack: (blocks, proofOf) =>
      quorum.prove(
        async (endpoint, signal) => {
          const head = await readHeadNumber(endpoint)
          const range = { from: head > blocks ? head - blocks : 0n, to: head }
          const reading = { ...range, filter, maxLogs, size: sizeOf(endpoint), signal }
          for await (const { logs } of readLogsBack(endpoint, reading)) {
            const [proof] = logs.flatMap((log) => proofOf(log) ?? [])
            if (proof !== undefined) return proof
          }
          return undefined
        },
        { name: 'logs', budgetMs },
      ),
    async ofBlocks(headers) {
      const words = headers.map((header) => ({ header, word: bloomWordOf(filter, header) }))
      const unknown = words.flatMap(({ header, word }) => (word === 'unknown' ? [header] : []))
      const doubtful = words.flatMap(({ header, word }) => (word === 'maybe' ? [header] : []))
      const [first, last] = [unknown[0], unknown.at(-1)]
      let belief: Belief<readonly TimedLog[]> = { kind: 'proven', value: [] }
      if (first !== undefined && last !== undefined) belief = onlyOf(unknown, await inRange(first.number, last.number))
      for (const header of doubtful) {
        if (!isBelieved(belief)) return belief
        const next = await ofDoubtful(header)
        belief = isBelieved(next) ? { kind: weaker(belief, next), value: [...belief.value, ...next.value] } : next
      }
      return belief
    },
  }
}

const weaker = (one: Believed<unknown>, other: Believed<unknown>): Believed<unknown>['kind'] =>
  one.kind === 'proven' ? other.kind : one.kind

/**
 * Checks that every log belongs to one of these blocks.
 *
 * @returns `disputed` where a log belongs to another block of the same number.
 */
function onlyOf(headers: readonly Header[], belief: Belief<readonly TimedLog[]>): Belief<readonly TimedLog[]> {
  if (!isBelieved(belief)) return belief
  const byNumber = new Map(headers.map((header) => [header.number, header]))
  const ours = belief.value.filter(({ blockNumber }) => byNumber.has(blockNumber))
  const isOfBlocks = ours.every(({ blockNumber, blockHash, blockTimestamp }) => {
    const header = byNumber.get(blockNumber)
    return header?.hash === blockHash && header.timestamp === blockTimestamp
  })
  return isOfBlocks
    ? { ...belief, value: ours }
    : { kind: 'disputed', reason: 'the chain changed while its logs were read' }
}

interface RangeReading {
  from: bigint
  to: bigint
  filter: LogFilter
  maxLogs: number
  size: RangeSize
  signal: AbortSignal
}

/**
 * Reads the logs of a range of blocks. The range is halved after any failure, because each vendor refuses wide ranges
 * with different words.
 *
 * @throws EndpointError, also when there are more logs than may be held in memory.
 */
export async function readLogRange(endpoint: Endpoint, reading: RangeReading): Promise<ChainLog[]> {
  const { from, to, maxLogs, size, signal } = reading
  const found: ChainLog[] = []
  for (let first = from; first <= to; ) {
    signal.throwIfAborted()
    if (found.length > maxLogs)
      throw new EndpointError('refused', `${endpoint.name} has more than ${maxLogs} logs in blocks ${from} to ${to}`)
    const widest = first + BigInt(size.current()) - 1n
    const last = widest < to ? widest : to
    try {
      found.push(...(await readLogs(endpoint, reading.filter, first, last)))
      size.accepted()
      first = last + 1n
    } catch (error) {
      size.refused(Number(last - first) + 1)
      if (first === last || ['timeout', 'rate_limited'].includes(faultOf(error))) throw error
    }
  }
  return inOrder(found)
}

/**
 * Reads the newest blocks first, at most {@link widestRange} of them at a time. Each result says from which block on
 * the logs were read.
 */
export async function* readLogsBack(
  endpoint: Endpoint,
  { from, to, ...reading }: RangeReading,
): AsyncGenerator<{ from: bigint; logs: ChainLog[] }> {
  for (let last = to; last >= from; last -= BigInt(widestRange)) {
    const widest = last - BigInt(widestRange) + 1n
    const first = widest > from ? widest : from
    yield { from: first, logs: await readLogRange(endpoint, { ...reading, from: first, to: last }) }
  }
}

async function readLogs({ name, client }: Endpoint, filter: LogFilter, from: bigint, to: bigint): Promise<ChainLog[]> {
  const { address, kinds, topics } = filter
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const answer: unknown = await client.request({
    method: 'eth_getLogs',
    params: [{ address, topics: [[...kinds], ...topics], ...range }],
  })
  if (!Array.isArray(answer))
    throw new EndpointError('wrong_data', `${name} answered something that is no list of logs`)
  const logs = answer.map((one) => logOf(name, one))
  if (!logs.every((log) => log.blockNumber >= from && log.blockNumber <= to && isWanted(filter, log)))
    throw new EndpointError('wrong_data', `${name} returned logs that were not asked for`)
  return logs
}

async function withTimes(endpoint: Endpoint, logs: readonly ChainLog[], signal: AbortSignal): Promise<TimedLog[]> {
  const numbers = [...new Set(logs.flatMap((log) => (log.blockTimestamp === undefined ? [log.blockNumber] : [])))]
  const times = new Map<Hex, number>()
  for (let first = 0; first < numbers.length; first += headersAtOnce) {
    signal.throwIfAborted()
    const some = numbers.slice(first, first + headersAtOnce)
    for (const { hash, timestamp } of await Promise.all(some.map((number) => readHeader(endpoint, number))))
      times.set(hash, timestamp)
  }
  return logs.map((log) => {
    const blockTimestamp = log.blockTimestamp ?? times.get(log.blockHash)
    if (blockTimestamp !== undefined) return { ...log, blockTimestamp }
    throw new EndpointError('absent', `${endpoint.name} has another block ${log.blockNumber} than its log names`)
  })
}
