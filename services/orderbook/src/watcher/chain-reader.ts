import {
  askHead,
  askHeader,
  askLinkedHeaders,
  askTagged,
  believedOf,
  type Header,
  isBelieved,
  makeLogQuestions,
  type Quorum,
  type TimedLog,
} from '@tandem/chain'
import type { ChainConfig } from '@tandem/contracts'
import { flatMapYielding } from '@tandem/service-kit'
import type { ChainEvent } from './domain/chain-event.ts'
import type { EventSource } from './event-source.ts'

/**
 * Reads a chain through its quorum: every answer is one that a majority of endpoints gave (docs/belief.md). Every method
 * throws UnbelievedError otherwise.
 */
export interface ChainReader {
  head(): Promise<Header>
  header(number: bigint): Promise<Header>
  /** The headers from `from` to `top`, each the parent of the next one. */
  linked(from: bigint, top: Header): Promise<readonly Header[]>
  eventsOf(headers: readonly Header[]): Promise<readonly ChainEvent[]>
  /** The events of a range of blocks, read without the blocks' headers. */
  eventsIn(from: bigint, to: bigint): Promise<readonly ChainEvent[]>
  /** The last block that the chain itself calls final. Undefined when the chain has no such tag. */
  tagged(): Promise<bigint | undefined>
  /** How long to wait until an endpoint should be asked again, in milliseconds. */
  restMs(): number
}

export interface ChainReaderOptions {
  /** How long one endpoint may take for the logs of a range, in milliseconds. */
  logsBudgetMs: number
  /** How far the time of a block may be ahead of this machine's clock, in seconds. */
  maxAheadSecs: number
  now: () => number
  maxLogs?: number
}

/** How many block times lie between two readings of the finality tag. Finality takes far longer. */
const tagEveryBlocks = 4

export function makeChainReader(
  config: ChainConfig,
  source: EventSource,
  quorum: Quorum,
  { logsBudgetMs, maxAheadSecs, now, maxLogs }: ChainReaderOptions,
): ChainReader {
  const { block_time_ms: blockTimeMs, finality_tag: tag } = config
  const logs = makeLogQuestions(quorum, source, {
    budgetMs: logsBudgetMs,
    ...(maxLogs === undefined ? {} : { maxLogs }),
  })
  const latestTime = () => Math.floor(now() / 1_000) + maxAheadSecs
  let final: bigint | undefined
  let tagAt = 0
  const eventsOf = (found: readonly TimedLog[]) => flatMapYielding(found, (log) => eventOf(source, log))
  return {
    head: async () => believedOf(quorum, await askHead(quorum, { blockTimeMs, latestTime })),
    header: async (number) => believedOf(quorum, await askHeader(quorum, number)),
    linked: async (from, top) => believedOf(quorum, await askLinkedHeaders(quorum, from, top)),
    eventsOf: async (headers) => eventsOf(believedOf(quorum, await logs.ofBlocks(headers))),
    eventsIn: async (from, to) => eventsOf(believedOf(quorum, await logs.inRange(from, to))),
    async tagged() {
      if (tag === null || now() < tagAt) return final
      const belief = await askTagged(quorum, tag)
      if (isBelieved(belief)) {
        final = belief.value
        tagAt = now() + tagEveryBlocks * blockTimeMs
      }
      return final
    },
    restMs: () => quorum.restMs(),
  }
}

/** The event of a log, or an empty list for a log of another form. */
function eventOf(source: EventSource, log: TimedLog): ChainEvent[] {
  const event = source.decode(log)
  const { blockNumber, blockHash, blockTimestamp, txHash, logIndex } = log
  return event === undefined ? [] : [{ blockNumber, blockHash, blockTimestamp, txHash, logIndex, ...event }]
}
