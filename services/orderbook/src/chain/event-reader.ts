import { setImmediate } from 'node:timers/promises'
import { type Hex, hexToBigInt, hexToNumber, isHash, isHex, numberToHex, type RpcLog } from 'viem'
import type { ChainEvent } from './chain-event.ts'
import type { EventSource } from './event-source.ts'
import { mayContain } from './logs-bloom.ts'
import { lowerHex } from './lower-hex.ts'
import type { Header, Provider, ProviderOptions } from './provider.ts'
import { type ErrorClass, ProviderError } from './provider-error.ts'
import { makeRangeSize } from './range-size.ts'
import { emptyTrieRoot } from './receipts-root.ts'

/** A log that stands in a block. */
export type SealedLog = RpcLog & { blockNumber: Hex; blockHash: Hex; transactionHash: Hex; logIndex: Hex }

/** The widest range of blocks asked for at once. */
const widestRange = 2_000
/** Headers asked for together, where there are many: no more than the linked blocks of one step. */
export const headersAtOnce = 32
/** Logs of one reading at most, all held in memory: some 100 MB. A range that has more is read in narrower ones. */
const mostLogsOfReading = 100_000
/** Logs that are read before others have their turn: a few milliseconds. */
const logsAtOnce = 100

const mayBeTooWide: readonly ErrorClass[] = ['refused_range', 'timeout']

export interface EventReaderDeps extends Pick<ProviderOptions, 'name' | 'source' | 'onRefusedRange' | 'mostLogs'> {
  request<T>(method: string, params: unknown[]): Promise<T>
  /** Reads the header of a block. @throws ProviderError */
  block(number: Hex): Promise<Header>
}

/** Reads the source's events of one endpoint by its logs, and refuses logs that do not fit the blocks. */
export function makeEventReader(deps: EventReaderDeps): Pick<Provider, 'eventsOf' | 'eventsIn'> {
  const { name, source, request, block, mostLogs = mostLogsOfReading } = deps
  const range = makeRangeSize(widestRange)
  const wrong = (what: string) => new ProviderError('wrong_data', `${name} ${what}`)
  const tooMany = (first: bigint, last: bigint) =>
    new ProviderError('refused_range', `${name} has more than ${mostLogs} logs in blocks ${first} to ${last}`)

  async function logs(filter: { fromBlock: Hex; toBlock: Hex } | { blockHash: Hex }): Promise<SealedLog[]> {
    const wanted = { address: source.address, topics: [[...source.kinds], ...source.topics], ...filter }
    const answer = await request<unknown>('eth_getLogs', [wanted])
    const read = Array.isArray(answer) ? answer.map(sealedLogOf) : [undefined]
    if (!read.every((log) => log !== undefined)) throw wrong('answered something that is no list of logs')
    return read
  }

  /**
   * Asks for as many blocks at once as the endpoint allows.
   *
   * @throws ProviderError also where there are more logs than are held at once.
   */
  async function logsIn(first: bigint, last: bigint, giveUp?: AbortSignal): Promise<SealedLog[]> {
    const found: SealedLog[] = []
    for (let from = first; from <= last; ) {
      giveUp?.throwIfAborted()
      if (found.length > mostLogs) throw tooMany(first, last)
      const widest = from + BigInt(range.current()) - 1n
      const to = widest < last ? widest : last
      try {
        const answer = await logs({ fromBlock: numberToHex(from), toBlock: numberToHex(to) })
        const isInRange = (number: bigint) => number >= from && number <= to
        if (!answer.every(({ blockNumber }) => isInRange(hexToBigInt(blockNumber))))
          throw wrong(`returned logs outside of blocks ${from} to ${to}`)
        found.push(...answer)
        range.accepted()
        from = to + 1n
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        if (mayBeTooWide.includes(error.class)) range.refused(Number(to - from) + 1)
        if (error.class !== 'refused_range' || from === to) throw error
        deps.onRefusedRange?.(error)
      }
    }
    if (found.length > mostLogs) throw tooMany(first, last)
    return found
  }

  return {
    async eventsOf(headers, giveUp) {
      const [first, last] = [headers[0], headers.at(-1)]
      if (first === undefined || last === undefined) return []
      const found = await logsIn(first.number, last.number, giveUp)
      const withLogs = new Set(found.map(({ blockHash }) => blockHash))
      // The bloom says that there may be events, and the range query showed none: ask for these very blocks.
      const doubtful = headers.filter((header) => !withLogs.has(header.hash) && hasBloomOf(source, header))
      const again = await Promise.all(doubtful.map(({ hash }) => logs({ blockHash: hash })))
      return eventsFrom(deps, [...found, ...again.flat()], headers)
    },

    async eventsIn(fromBlock, toBlock, giveUp) {
      const found = await logsIn(fromBlock, toBlock, giveUp)
      const numbers = [...new Set(found.map(({ blockNumber }) => blockNumber))]
      const headers: Header[] = []
      for (let first = 0; first < numbers.length; first += headersAtOnce) {
        giveUp?.throwIfAborted()
        headers.push(...(await Promise.all(numbers.slice(first, first + headersAtOnce).map(block))))
      }
      return eventsFrom(deps, found, headers)
    },
  }
}

/** The event of a log that stands in one of these blocks; anything else is refused. */
function checkedEvent(
  { name, source }: Pick<EventReaderDeps, 'name' | 'source'>,
  log: SealedLog,
  headers: ReadonlyMap<Hex, Header>,
): ChainEvent[] {
  const wrong = (what: string) => new ProviderError('wrong_data', `${name} ${what}`)
  const header = headers.get(log.blockHash)
  if (header === undefined || hexToBigInt(log.blockNumber) !== header.number)
    throw wrong('returned logs of another chain of blocks')
  if (!isOfSource(source, log)) throw wrong('returned logs of another contract')
  // The vault and what it says; the other topics would cost a hash each, and tell little more. A filter that no hash
  // covers is the word of whoever told the header, and that may be another endpoint.
  if (
    header.isProven &&
    !isZero(header.logsBloom) &&
    ![log.address, ...log.topics.slice(0, 2)].every((one) => mayContain(header.logsBloom, one))
  )
    throw wrong(`returned a log that block ${header.number} does not have`)
  return eventOf(source, log, header)
}

async function eventsFrom(
  deps: Pick<EventReaderDeps, 'name' | 'source'>,
  found: readonly SealedLog[],
  headers: readonly Header[],
): Promise<ChainEvent[]> {
  const byHash = new Map(headers.map((header) => [header.hash, header]))
  const events = new Map<string, ChainEvent>()
  for (const [index, log] of found.entries()) {
    // The process's other work, such as storing the range before, is not to wait for thousands of logs.
    if (index % logsAtOnce === logsAtOnce - 1) await setImmediate()
    for (const event of checkedEvent(deps, log, byHash)) events.set(`${event.blockHash} ${event.logIndex}`, event)
  }
  return [...events.values()]
}

/** Whether a log was emitted by the contract that is read. */
export const isOfSource = (source: EventSource, { address }: SealedLog): boolean => address === lowerHex(source.address)

/** Whether the block has receipts and an empty bloom filter, which then says nothing about them. */
export const hasUselessBloom = ({ logsBloom, receiptsRoot }: Header): boolean =>
  isZero(logsBloom) && receiptsRoot !== emptyTrieRoot

/** Whether the block may have events of the source, by a bloom filter that its hash covers or for want of one. */
export const mayHoldEvents = (source: EventSource, header: Header): boolean =>
  !header.isProven || hasBloomOf(source, header)

/** Whether the bloom filter as it was told allows events of the source. */
const hasBloomOf = (source: EventSource, header: Header): boolean =>
  hasUselessBloom(header) ||
  (mayContain(header.logsBloom, source.address) && source.kinds.some((topic) => mayContain(header.logsBloom, topic)))

/** A log of a mined block, in lower case; `undefined` when the answer is none. */
export function sealedLogOf(log: unknown): SealedLog | undefined {
  if (typeof log !== 'object' || log === null) return undefined
  const { address, blockHash, transactionHash, blockNumber, logIndex, data, topics } = log as RpcLog
  if (!Array.isArray(topics) || !topics.every(isHash) || !isHashText(blockHash) || !isHashText(transactionHash))
    return undefined
  if (!isAddressText(address) || !isBytes(data) || !isHex(blockNumber) || !isHex(logIndex)) return undefined
  return {
    ...(log as RpcLog),
    address: lowerHex(address),
    topics: topics.map(lowerHex) as [Hex, ...Hex[]],
    data: lowerHex(data),
    blockHash: lowerHex(blockHash),
    transactionHash: lowerHex(transactionHash),
    blockNumber,
    logIndex,
  }
}

/** Digits without the zero before them hash to the same, and are read as something else. */
const isBytes = (data: unknown): data is Hex => isHex(data) && data.length % 2 === 0
const isAddressText = (address: unknown): boolean => isHex(address) && address.length === 42
const isHashText = (hash: Hex | null): hash is Hex => hash !== null && isHash(hash)

/** Some chains leave the filter empty though there are logs: it then says nothing. */
const isZero = (bloom: Hex): boolean => /^0x0*$/.test(bloom)

/** The source's event of a log; none when the log is of another kind. */
export function eventOf(
  source: EventSource,
  log: SealedLog,
  header: Pick<Header, 'number' | 'hash' | 'timestamp' | 'isProven'>,
): ChainEvent[] {
  const event = source.decode(log)
  if (event === undefined) return []
  return [
    {
      blockNumber: header.number,
      blockHash: header.hash,
      blockTimestamp: header.timestamp,
      isTimeProven: header.isProven,
      txHash: log.transactionHash,
      logIndex: hexToNumber(log.logIndex),
      ...event,
    },
  ]
}
