import { makeRangeSize, type RangeSize } from '@tandem/chain'
import type { ChainConfig } from '@tandem/contracts'
import type { ChainReader } from './chain-reader.ts'
import type { ChainStore, Cursor, DeadlineStore, Step } from './chain-store.ts'
import { batchesOfDeadlines } from './deadlines.ts'

export interface LoopObserver {
  stepped(step: Step, changedOrders: readonly string[]): void
  reorged(depth: number): void
  /** Orders that a deadline changed, or gave back after a reorg. */
  turned(changedOrders: readonly string[]): void
}

/** Blocks of one wide step; a provider that allows fewer at once is asked more often. */
const widestStep = 2_000

/** The dependencies and the memory of a look. */
export interface Look {
  readonly config: ChainConfig
  readonly reader: ChainReader
  readonly store: ChainStore & DeadlineStore
  readonly observer: LoopObserver
  /** Unix milliseconds. */
  readonly now: () => number
  /** Blocks of one wide step, where not as many as usual. */
  readonly stepBlocks?: bigint
  readonly memory: LookMemory
}

/** The state that one look leaves to the next. None of it is about what to believe. */
export interface LookMemory {
  /** The step after the one that is being stored, read meanwhile. */
  ahead?: Ahead | undefined
  /** Blocks of one step: fewer after one that could not be read or stored. */
  readonly steps: RangeSize
  /** Orders of one batch of deadlines: fewer after one that failed. */
  readonly batches: RangeSize
  /** When the deadlines are to be looked at, though no step was stored. */
  deadlinesAt: number
  /** When it was last noted that the chain is read up to its head. */
  markedAt: number
}

export const newLookMemory = (): LookMemory => ({
  steps: makeRangeSize(widestStep),
  batches: makeRangeSize(batchesOfDeadlines),
  deadlinesAt: 0,
  markedAt: 0,
})

/** A step that was read before the cursor stood where it begins. Never rejects; without a step, it is to be read anew. */
interface Ahead {
  readonly from: Cursor
  readonly step: Promise<Step | undefined>
}
