import { setImmediate } from 'node:timers/promises'
import type { ChainConfig } from '@tandem/contracts'
import {
  type Client,
  createClient,
  type Hex,
  hexToBigInt,
  hexToNumber,
  http,
  isHash,
  isHex,
  numberToHex,
  type RpcBlock,
  type RpcLog,
  type RpcTransactionReceipt,
  webSocket,
} from 'viem'
import type { ChainEvent } from './chain-event.ts'
import type { EventSource } from './event-source.ts'
import { isHashOfHeader } from './header-hash.ts'
import { mayContain } from './logs-bloom.ts'
import { type ErrorClass, ProviderError, providerErrorOf } from './provider-error.ts'
import { providerFetch } from './provider-fetch.ts'
import { makeRangeSize } from './range-size.ts'
import { emptyTrieRoot, receiptsRootOf } from './receipts-root.ts'

/** A block as far as the watcher looks at it. `timestamp` in unix seconds. */
export type Header = {
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: number
  readonly logsBloom: Hex
  readonly receiptsRoot: Hex
  /** Whether the block's hash is the hash of the whole header: then nothing here can be another's. */
  readonly isProven: boolean
}

/**
 * The events of a block, read from all its receipts. `by`: what these hash to. `hash`: the block's own hash, through a
 * header that has it; `root`: only the root that the same endpoint names, because the chain's headers have other fields.
 */
export type ProvenEvents = { readonly events: readonly ChainEvent[]; readonly by: 'hash' | 'root' }

/** One endpoint of a chain. Every call throws ProviderError when the endpoint fails or its answers do not fit. */
export interface Provider {
  /** Its place in the configuration and its host, for logs and metrics: the rest of the URL may hold a key. */
  readonly name: string
  verify(): Promise<void>
  head(): Promise<Header>
  /** The last block that the chain itself calls safe, or final. */
  tagged(tag: 'safe' | 'finalized'): Promise<Header>
  header(number: bigint): Promise<Header>
  /** Whether the block may have events, by its bloom filter or for want of one. */
  mayHoldEvents(header: Header): boolean
  /** Whether the block has receipts and an empty bloom filter, which then says nothing about them. */
  hasUselessBloom(header: Header): boolean
  /** The source's events of a range whose blocks are `headers`, complete and on the same chain as these. */
  eventsOf(headers: readonly Header[]): Promise<ChainEvent[]>
  /** The source's events of a range too wide to fetch every header; blocks with events are fetched. */
  eventsIn(fromBlock: bigint, toBlock: bigint): Promise<ChainEvent[]>
  /** Whether the receipt of the event's transaction has this event. */
  hasReceiptOf(event: ChainEvent): Promise<boolean>
  /** The block's events by its receipts; `undefined` where these do not hash to the header's root, or are not told. */
  provenEvents(block: Pick<Header, 'number' | 'hash'>): Promise<ProvenEvents | undefined>
}

export interface ProviderOptions {
  name: string
  /** What is read. */
  source: EventSource
  timeoutMs: number
  /** A block's time is refused so far ahead of this process's clock. */
  maxAheadSecs: number
  /** Unix milliseconds. */
  now: () => number
  onRequest?: (method: string, seconds: number) => void
  /** The endpoint refused so wide a range; it was asked for less. */
  onRefusedRange?: (error: ProviderError) => void
}

/** The widest range of blocks asked for at once. */
const widestRange = 2_000
/** Headers asked for together, where there are many: no more than the linked blocks of one step. */
const headersAtOnce = 32
/** Logs that are read before others have their turn: a few milliseconds. */
const logsAtOnce = 100

/** The endpoint's place and its host without subdomains, which with some vendors are the key. */
export function providerName(url: string, position: number): string {
  const { hostname, port } = new URL(url)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const host = isAddress ? hostname : hostname.split('.').slice(-2).join('.')
  return `${position + 1}:${host}${port === '' ? '' : `:${port}`}`
}

export function makeProvider(config: ChainConfig, url: string, options: ProviderOptions): Provider {
  const { name, source } = options
  const request = requester(url, options)
  const range = makeRangeSize(widestRange)
  const emitter = source.address.toLowerCase()
  const isOfSource = ({ address }: RpcLog) => address.toLowerCase() === emitter
  const wrong = (what: string) => new ProviderError('wrong_data', `${name} ${what}`)

  async function block(tag: Hex | 'latest' | 'safe' | 'finalized'): Promise<Header> {
    const answer = await request<RpcBlock | null>('eth_getBlockByNumber', [tag, false])
    if (answer == null) throw new ProviderError('behind', `${name} has no block ${tag}`)
    if (!isBlock(answer)) throw wrong(`answered something that is no block for ${tag}`)
    if (isHex(tag) && hexToBigInt(answer.number) !== hexToBigInt(tag)) throw wrong(`has another block at ${tag}`)
    const header = headerOf(answer)
    const aheadSecs = header.timestamp - Math.floor(options.now() / 1_000)
    if (aheadSecs > options.maxAheadSecs) throw wrong(`names block ${header.number}, ${aheadSecs} s ahead of the clock`)
    return header
  }

  async function logs(filter: { fromBlock: Hex; toBlock: Hex } | { blockHash: Hex }): Promise<SealedLog[]> {
    const wanted = { address: source.address, topics: [[...source.kinds], ...source.topics], ...filter }
    const answer = await request<unknown>('eth_getLogs', [wanted])
    if (!Array.isArray(answer) || !answer.every(isSealedLog)) throw wrong('answered something that is no list of logs')
    return answer
  }

  /** Asks for as many blocks at once as the endpoint allows. */
  async function logsIn(first: bigint, last: bigint): Promise<SealedLog[]> {
    const found: SealedLog[] = []
    for (let from = first; from <= last; ) {
      const widest = from + BigInt(range.current()) - 1n
      const to = widest < last ? widest : last
      try {
        found.push(...(await logs({ fromBlock: numberToHex(from), toBlock: numberToHex(to) })))
        range.accepted()
        from = to + 1n
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        if (mayBeTooWide.includes(error.class)) range.refused(Number(to - from) + 1)
        if (error.class !== 'refused_range' || from === to) throw error
        options.onRefusedRange?.(error)
      }
    }
    return found
  }

  /** The event of a log that stands in one of these blocks; anything else is refused. */
  function checkedEvent(log: SealedLog, headers: ReadonlyMap<Hex, Header>): ChainEvent[] {
    const header = headers.get(log.blockHash)
    if (header === undefined || hexToBigInt(log.blockNumber) !== header.number)
      throw wrong('returned logs of another chain of blocks')
    if (!isOfSource(log)) throw wrong('returned logs of another contract')
    // The vault and what it says; the other topics would cost a hash each, and tell little more.
    if (
      !isZero(header.logsBloom) &&
      ![log.address, ...log.topics.slice(0, 2)].every((one) => mayContain(header.logsBloom, one))
    )
      throw wrong(`returned a log that block ${header.number} does not have`)
    return eventOf(source, log, header)
  }

  async function eventsFrom(found: readonly SealedLog[], headers: readonly Header[]): Promise<ChainEvent[]> {
    const byHash = new Map(headers.map((header) => [header.hash, header]))
    const events = new Map<string, ChainEvent>()
    for (const [index, log] of found.entries()) {
      // What else the process does, such as storing the range before, is not to wait for thousands of logs.
      if (index % logsAtOnce === logsAtOnce - 1) await setImmediate()
      for (const event of checkedEvent(log, byHash)) events.set(`${event.blockHash} ${event.logIndex}`, event)
    }
    return [...events.values()]
  }

  const hasUselessBloom = ({ logsBloom, receiptsRoot }: Header): boolean =>
    isZero(logsBloom) && receiptsRoot !== emptyTrieRoot
  const mayHoldEvents = (header: Header): boolean =>
    hasUselessBloom(header) ||
    (mayContain(header.logsBloom, source.address) && source.kinds.some((topic) => mayContain(header.logsBloom, topic)))

  return {
    name,
    async verify() {
      const chainId = await request<unknown>('eth_chainId', [])
      if (!isHex(chainId) || hexToNumber(chainId) !== config.chain_id)
        throw wrong(`is of another chain than ${config.chain_id} (${config.chain})`)
    },
    head: () => block('latest'),
    tagged: block,
    header: (number) => block(numberToHex(number)),
    mayHoldEvents,
    hasUselessBloom,

    async eventsOf(headers) {
      const [first, last] = [headers[0], headers.at(-1)]
      if (first === undefined || last === undefined) return []
      const found = await logsIn(first.number, last.number)
      const withLogs = new Set(found.map(({ blockHash }) => blockHash))
      // The bloom says that there may be events, and the range query showed none: ask for these very blocks.
      const doubtful = headers.filter((header) => !withLogs.has(header.hash) && mayHoldEvents(header))
      const again = await Promise.all(doubtful.map(({ hash }) => logs({ blockHash: hash })))
      return eventsFrom([...found, ...again.flat()], headers)
    },

    async eventsIn(fromBlock, toBlock) {
      const found = await logsIn(fromBlock, toBlock)
      const numbers = [...new Set(found.map(({ blockNumber }) => blockNumber))]
      const headers: Header[] = []
      for (let first = 0; first < numbers.length; first += headersAtOnce)
        headers.push(...(await Promise.all(numbers.slice(first, first + headersAtOnce).map(block))))
      return eventsFrom(found, headers)
    },

    async hasReceiptOf(event) {
      const receipt = await request<RpcTransactionReceipt | null>('eth_getTransactionReceipt', [event.txHash])
      if (receipt == null || receipt.blockHash !== event.blockHash || !Array.isArray(receipt.logs)) return false
      const log = receipt.logs.find((one) => isSealedLog(one) && hexToNumber(one.logIndex) === event.logIndex)
      if (log === undefined || !isSealedLog(log) || !isOfSource(log)) return false
      const block = { number: event.blockNumber, hash: event.blockHash, timestamp: event.blockTimestamp }
      return eventOf(source, log, block).some((one) => isSameEvent(one, event))
    },

    async provenEvents({ number, hash }) {
      const header = await block(numberToHex(number))
      if (header.hash !== hash) return undefined
      const receipts = await request<unknown>('eth_getBlockReceipts', [numberToHex(number)]).catch((error: unknown) => {
        // Not every endpoint offers it.
        if (error instanceof ProviderError && error.class === 'other') return undefined
        throw error
      })
      if (!Array.isArray(receipts) || receiptsRootOf(receipts) !== header.receiptsRoot) return undefined
      const logs = receipts.flatMap((receipt: RpcTransactionReceipt) => receipt.logs)
      const events = logs.filter((log) => isSealedLog(log) && isOfSource(log))
      return {
        events: events.flatMap((log) => eventOf(source, log as SealedLog, header)),
        by: header.isProven ? 'hash' : 'root',
      }
    },
  }
}

const mayBeTooWide: readonly ErrorClass[] = ['refused_range', 'timeout']

/** Sends requests over HTTP or a WebSocket, each with a deadline that holds for its body too. Never tries again. */
function requester(url: string, { name, timeoutMs, onRequest }: ProviderOptions) {
  const transport = url.startsWith('ws')
    ? webSocket(url, { timeout: timeoutMs, retryCount: 0 })
    : http(url, { timeout: 0, retryCount: 0, fetchFn: providerFetch(timeoutMs) })
  const client: Client = createClient({ transport })
  return async <T>(method: string, params: unknown[]): Promise<T> => {
    const started = performance.now()
    try {
      return (await client.request({ method, params } as never)) as T
    } catch (error) {
      throw providerErrorOf(name, method, error)
    } finally {
      onRequest?.(method, (performance.now() - started) / 1_000)
    }
  }
}

type SealedBlock = RpcBlock & { number: Hex; hash: Hex; logsBloom: Hex; receiptsRoot: Hex }
/** A log that stands in a block. */
type SealedLog = RpcLog & { blockNumber: Hex; blockHash: Hex; transactionHash: Hex; logIndex: Hex }

const isBlock = (answer: RpcBlock): answer is SealedBlock =>
  isHash(String(answer.hash)) &&
  isHash(answer.parentHash) &&
  [answer.number, answer.timestamp, answer.logsBloom, answer.receiptsRoot].every((one) => isHex(one))

const isSealedLog = (log: unknown): log is SealedLog => {
  if (typeof log !== 'object' || log === null) return false
  const { address, blockHash, transactionHash, blockNumber, logIndex, data, topics } = log as RpcLog
  const hexes = [address, blockNumber, logIndex, data]
  return (
    [blockHash, transactionHash].every((one) => isHash(String(one))) &&
    hexes.every((one) => isHex(one)) &&
    Array.isArray(topics)
  )
}

/** Some chains leave the filter empty though there are logs: it then says nothing. */
const isZero = (bloom: Hex): boolean => /^0x0*$/.test(bloom)

const headerOf = (block: SealedBlock): Header => ({
  number: hexToBigInt(block.number),
  hash: block.hash,
  parentHash: block.parentHash,
  timestamp: hexToNumber(block.timestamp),
  logsBloom: block.logsBloom,
  receiptsRoot: block.receiptsRoot,
  isProven: isHashOfHeader(block),
})

function eventOf(
  source: EventSource,
  log: SealedLog,
  header: Pick<Header, 'number' | 'hash' | 'timestamp'>,
): ChainEvent[] {
  const event = source.decode(log)
  if (event === undefined) return []
  return [
    {
      blockNumber: header.number,
      blockHash: header.hash,
      blockTimestamp: header.timestamp,
      txHash: log.transactionHash,
      logIndex: hexToNumber(log.logIndex),
      ...event,
    },
  ]
}

/** Everything of an event that two endpoints must agree on. */
export const eventKey = ({ blockHash, logIndex, txHash, vault, kind, payload }: ChainEvent): string =>
  [blockHash, logIndex, txHash, vault, kind, payload.commitmentHash, payload.secret, payload.messageId].join(' ')

const isSameEvent = (one: ChainEvent, other: ChainEvent): boolean => eventKey(one) === eventKey(other)
