import { makeRangeSize, type RangeSize } from '@tandem/chain'
import type { ChainConfig } from '@tandem/contracts'
import type { ChainReader } from './chain-reader.ts'
import { batchesOfDeadlines } from './deadlines.ts'
import type { ChainStore, Cursor, DeadlineStore, Step } from './ports.ts'

export interface LoopObserver {
  stepped(step: Step, changedOrders: readonly string[]): void
  reorged(depth: number): void
  turned(changedOrders: readonly string[]): void
}

/** Blocks of a wide step. */
const widestStep = 2_000

/** Dependencies and memory of one poll. */
export interface Poll {
  readonly config: ChainConfig
  readonly reader: ChainReader
  readonly store: ChainStore & DeadlineStore
  readonly observer: LoopObserver
  readonly now: () => number
  readonly stepBlocks?: bigint
  readonly memory: PollMemory
}

/** Nothing here is about belief. */
export interface PollMemory {
  /** Read while a step is stored. */
  ahead?: Ahead | undefined
  /** Fewer blocks after a failure. */
  readonly steps: RangeSize
  /** Fewer orders after a failure. */
  readonly batches: RangeSize
  /** Also without a stored step. */
  deadlinesAt: number
  markedAt: number
}

export const newPollMemory = (): PollMemory => ({
  steps: makeRangeSize(widestStep),
  batches: makeRangeSize(batchesOfDeadlines),
  deadlinesAt: 0,
  markedAt: 0,
})

/** A step read ahead of the cursor. Never rejects; undefined: read anew. */
interface Ahead {
  readonly from: Cursor
  readonly step: Promise<Step | undefined>
}
