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
import { flatMapInTurns } from '@tandem/service-kit'
import type { ChainEvent } from './domain/chain-event.ts'
import type { EventSource } from './event-source.ts'

/** Each answer is believed (docs/belief.md). Every question throws UnbelievedError. */
export interface ChainReader {
  head(): Promise<Header>
  header(number: bigint): Promise<Header>
  /** Each the parent of the next. */
  linked(from: bigint, top: Header): Promise<readonly Header[]>
  eventsOf(headers: readonly Header[]): Promise<readonly ChainEvent[]>
  /** Without headers. */
  eventsIn(from: bigint, to: bigint): Promise<readonly ChainEvent[]>
  /** Final by the chain's own word; `undefined` without such a tag. */
  tagged(): Promise<bigint | undefined>
  /** Milliseconds until an endpoint should be asked again. */
  restMs(): number
}

export interface ChainReaderOptions {
  /** Milliseconds for a range of one endpoint. */
  logsBudgetMs: number
  /** Seconds ahead of our clock. */
  maxAheadSecs: number
  now: () => number
  mostLogs?: number
}

/** Finality takes far longer than so many blocks. */
const tagEveryBlocks = 4

export function makeChainReader(
  config: ChainConfig,
  source: EventSource,
  quorum: Quorum,
  { logsBudgetMs, maxAheadSecs, now, mostLogs }: ChainReaderOptions,
): ChainReader {
  const { block_time_ms: blockTimeMs, finality_tag: tag } = config
  const logs = makeLogQuestions(quorum, source, {
    budgetMs: logsBudgetMs,
    ...(mostLogs === undefined ? {} : { mostLogs }),
  })
  const latestTime = () => Math.floor(now() / 1_000) + maxAheadSecs
  let final: bigint | undefined
  let tagAt = 0
  const eventsOf = (found: readonly TimedLog[]) => flatMapInTurns(found, (log) => eventOf(source, log))
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

/** None for a log of another form. */
function eventOf(source: EventSource, log: TimedLog): ChainEvent[] {
  const event = source.decode(log)
  const { blockNumber, blockHash, blockTimestamp, txHash, logIndex } = log
  return event === undefined ? [] : [{ blockNumber, blockHash, blockTimestamp, txHash, logIndex, ...event }]
}
