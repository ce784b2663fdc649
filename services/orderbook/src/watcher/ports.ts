import type { Hex } from 'viem'
import type { ChainEvent } from './domain/chain-event.ts'

/** The last block whose events are stored. */
export type Cursor = { readonly number: bigint; readonly hash: Hex }
/** A block that is remembered to find the ancestor of a reorg, with its time in unix seconds. */
export type RememberedBlock = Cursor & { readonly timestamp: number }
/** The newest block, with its time in unix seconds. `tagged` is the last block with the finality tag. */
export type Head = { readonly number: bigint; readonly timestamp: number; readonly tagged?: bigint | undefined }

/** Blocks and events that are stored together or not at all. */
export type Step = {
  /** Where the step begins. When the stored cursor is another one, the step is dropped. */
  readonly from: Cursor | undefined
  readonly to: Cursor
  readonly head: Head
  /** Blocks to remember for the next reorg. The last one is `to`. */
  readonly blocks: readonly RememberedBlock[]
  readonly events: readonly ChainEvent[]
  /** Everything above this block is no longer canonical. */
  readonly rollBackTo?: bigint
}

export interface ChainStore {
  /** How many blocks are remembered. A deeper reorg is not followed. */
  readonly rememberedBlocks: bigint
  cursor(): Promise<Cursor | undefined>
  /** The remembered blocks from this number down, the newest first. */
  blocksDownFrom(number: bigint): Promise<Cursor[]>
  /**
   * Stores a step, projects its orders, and moves the chain's clock to the newest block up to which every fact counts.
   * @returns the orders that changed; undefined when another watcher was first.
   */
  apply(step: Step): Promise<string[] | undefined>
}

/** Applies deadlines to orders. Deadlines count up to the same block as facts. */
export interface DeadlineStore {
  /** Projects orders whose deadline the clock has passed, and after a reorg those whose deadline lies ahead again. */
  turnDue(limit: number): Promise<{ readonly projected: number; readonly changed: readonly string[] }>
  /** Records that the chain was read up to its head just now. */
  markRead(): Promise<void>
}
