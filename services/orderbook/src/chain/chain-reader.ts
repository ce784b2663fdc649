import {
  askHead,
  askHeader,
  askLinkedHeaders,
  askTagged,
  believedOf,
  type Header,
  isBelieved,
  makeLogQuestions,
  type Panel,
  type TimedLog,
} from '@tandem/chain'
import type { ChainConfig } from '@tandem/contracts'
import type { ChainEvent } from './chain-event.ts'
import type { EventSource } from './event-source.ts'

/**
 * The questions of the watcher about one chain. Each answer is believed (docs/belief.md); every question throws
 * UnbelievedError while none is.
 */
export interface ChainReader {
  /** The newest block that a majority of the endpoints has. */
  head(): Promise<Header>
  header(number: bigint): Promise<Header>
  /** The headers from `from` up to `top`, each the parent of the next. */
  linked(from: bigint, top: Header): Promise<readonly Header[]>
  /** The events of linked headers. */
  eventsOf(headers: readonly Header[]): Promise<readonly ChainEvent[]>
  /** The events of a range, without its headers. */
  eventsIn(from: bigint, to: bigint): Promise<readonly ChainEvent[]>
  /** The number of the block that the chain calls final; `undefined` where it has no such tag, or no block with it yet. */
  tagged(): Promise<bigint | undefined>
  /** How long until an endpoint should be asked again, in milliseconds. */
  restMs(): number
}

export interface ChainReaderOptions {
  /** For reading a range of logs of one endpoint, in milliseconds. */
  logsBudgetMs: number
  /** How far ahead of this process's clock the time of a block may be, in seconds. */
  maxAheadSecs: number
  /** Unix milliseconds. */
  now: () => number
  /** Logs of one reading at most, where not as many as usual. */
  mostLogs?: number
}

/** Blocks become final later by far than so many blocks take. */
const tagEveryBlocks = 4

export function makeChainReader(
  config: ChainConfig,
  source: EventSource,
  panel: Panel,
  { logsBudgetMs, maxAheadSecs, now, mostLogs }: ChainReaderOptions,
): ChainReader {
  const { block_time_ms: blockTimeMs, finality_tag: tag } = config
  const logs = makeLogQuestions(panel, source, {
    budgetMs: logsBudgetMs,
    ...(mostLogs === undefined ? {} : { mostLogs }),
  })
  const latestTime = () => Math.floor(now() / 1_000) + maxAheadSecs
  let final: bigint | undefined
  let tagAt = 0
  const eventsOf = (found: readonly TimedLog[]) => found.flatMap((log) => eventOf(source, log))
  return {
    head: async () => believedOf(panel, await askHead(panel, { blockTimeMs, latestTime })),
    header: async (number) => believedOf(panel, await askHeader(panel, number)),
    linked: async (from, top) => believedOf(panel, await askLinkedHeaders(panel, from, top)),
    eventsOf: async (headers) => eventsOf(believedOf(panel, await logs.ofBlocks(headers))),
    eventsIn: async (from, to) => eventsOf(believedOf(panel, await logs.inRange(from, to))),
    async tagged() {
      if (tag === null || now() < tagAt) return final
      const belief = await askTagged(panel, tag)
      if (isBelieved(belief)) {
        final = belief.value
        tagAt = now() + tagEveryBlocks * blockTimeMs
      }
      return final
    },
    restMs: () => panel.restMs(),
  }
}

/** The source's event of a log; none when the log is of another form. */
function eventOf(source: EventSource, log: TimedLog): ChainEvent[] {
  const event = source.decode(log)
  const { blockNumber, blockHash, blockTimestamp, txHash, logIndex } = log
  return event === undefined ? [] : [{ blockNumber, blockHash, blockTimestamp, txHash, logIndex, ...event }]
}
