import type { Hex } from 'viem'
import type { ChainEvent } from './chain-event.ts'
import type { EventSource } from './event-source.ts'
import type { ProviderError } from './provider-error.ts'

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
  /** Whether the block may have events, by a bloom filter that its hash covers or for want of one. */
  mayHoldEvents(header: Header): boolean
  /** Whether the block has receipts and an empty bloom filter, which then says nothing about them. */
  hasUselessBloom(header: Header): boolean
  /** The source's events of a range whose blocks are `headers`, complete and on the same chain as these. */
  eventsOf(headers: readonly Header[], giveUp?: AbortSignal): Promise<ChainEvent[]>
  /** The source's events of a range too wide to fetch every header; blocks with events are fetched. */
  eventsIn(fromBlock: bigint, toBlock: bigint, giveUp?: AbortSignal): Promise<ChainEvent[]>
  /** Whether the receipt of the event's transaction has this event. */
  hasReceiptOf(event: ChainEvent): Promise<boolean>
  /**
   * The block's events by its receipts; `undefined` where these do not hash to the header's root, or are not told. The root
   * covers the events and their places in the block, and not the hashes of their transactions.
   */
  provenEvents(block: Pick<Header, 'number' | 'hash'>): Promise<ProvenEvents | undefined>
}

export interface ProviderOptions {
  name: string
  /** The logs that are read. */
  source: EventSource
  timeoutMs: number
  /** A block's time is refused so far ahead of this process's clock. */
  maxAheadSecs: number
  /** Unix milliseconds. */
  now: () => number
  onRequest?: (method: string, seconds: number) => void
  /** Logs of one reading at most, where not as many as usual. */
  mostLogs?: number
  /** The endpoint refused so wide a range; it was asked for less. */
  onRefusedRange?: (error: ProviderError) => void
}

/** The endpoint's place and its host without subdomains, which with some vendors are the key. */
export function providerName(url: string, position: number): string {
  const { hostname, port } = new URL(url)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const host = isAddress ? hostname : hostname.split('.').slice(-2).join('.')
  return `${position + 1}:${host}${port === '' ? '' : `:${port}`}`
}

/** Everything of an event that the receipts of its block prove: all but the hash of its transaction. */
export const contentKey = ({ blockHash, logIndex, subject, kind, payload }: ChainEvent): string =>
  [blockHash, logIndex, subject, kind, payload.commitmentHash, payload.secret, payload.messageId].join(' ')

/** Everything of an event that two endpoints must agree on. */
export const eventKey = (event: ChainEvent): string => `${contentKey(event)} ${event.txHash}`
