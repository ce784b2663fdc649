import type { ChainConfig } from '@tandem/contracts'
import type { Hex } from 'viem'
import type { ChainStore, Cursor, DeadlineStore, Step } from './chain-store.ts'
import { batchesOfDeadlines } from './deadlines.ts'
import type { ProviderPool } from './provider-pool.ts'
import { makeRangeSize, type RangeSize } from './range-size.ts'
import type { ReceiptAudit } from './receipt-audit.ts'
import type { SharedHeadMemory, Waiting } from './shared-head.ts'

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
  readonly pool: ProviderPool
  readonly store: ChainStore & DeadlineStore
  readonly observer: LoopObserver
  readonly now: () => number
  readonly audit: ReceiptAudit
  /** How long other endpoints hold up what one shows, where they are silent or one of them stands still. */
  readonly maxLagMs: number
  /** Blocks of one wide step, where not as many as usual. */
  readonly stepBlocks?: bigint
  readonly memory: LookMemory
}

/** The state that one look leaves to the next. */
export interface LookMemory extends SharedHeadMemory {
  /** The replacement of a stored block that no other endpoint has confirmed, and when it was first shown. */
  unwitnessed?: { readonly replacement: Hex; readonly since: number } | undefined
  /** The events that follow, which no other endpoint than `by` has told. */
  unheard?: (Waiting & { readonly by: string }) | undefined
  /** Endpoints differ about the events that follow, up to the block `to`, and nothing shows which is right. */
  disputed?: (Waiting & { readonly to: bigint }) | undefined
  /** When each endpoint was outvoted last, by name. */
  readonly outvotedAt: Map<string, number>
  /** How often in a row the blocks of an endpoint did not follow each other, because its chain seemed to change meanwhile. */
  unlinked?: { readonly name: string; readonly times: number } | undefined
  /** The step after the one that is being stored, read meanwhile. */
  ahead?: Ahead | undefined
  /** Blocks of one step: fewer after one that could not be stored. */
  readonly steps: RangeSize
  /** Orders of one batch of deadlines: fewer after one that failed. */
  readonly batches: RangeSize
  /** When the deadlines are to be looked at, though no step was stored. */
  deadlinesAt: number
  /** When the time of a block was last compared with another endpoint's. */
  timeWitnessedAt: number
  /** Since when no other endpoint has the block that the clock waits for. */
  clockHeldSince?: number | undefined
  /** When it was last noted that the chain is read up to its head. */
  markedAt: number
}

export const newLookMemory = (): LookMemory => ({
  outvotedAt: new Map(),
  steps: makeRangeSize(widestStep),
  batches: makeRangeSize(batchesOfDeadlines),
  deadlinesAt: 0,
  timeWitnessedAt: 0,
  markedAt: 0,
})

/** A step that was read before the cursor stood where it begins. Never rejects; without a step, it is to be read anew. */
interface Ahead {
  readonly from: Cursor
  readonly step: Promise<Step | undefined>
}
