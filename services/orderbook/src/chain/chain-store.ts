import type { Hex } from 'viem'
import type { ChainEvent } from './chain-event.ts'

/** The last block whose events are stored. */
export type Cursor = { readonly number: bigint; readonly hash: Hex }
/** A block that is remembered to find the ancestor of a reorg. `timestamp` in unix seconds. */
export type RememberedBlock = Cursor & { readonly timestamp: number }
/**
 * The latest block of the chain; `timestamp` in unix seconds. `tagged`: the block with the chain's finality tag, where it
 * has one.
 */
export type Head = { readonly number: bigint; readonly timestamp: number; readonly tagged?: bigint | undefined }

/** The data that one step stores, all or nothing. */
export type Step = {
  /** Where the step began. The step is dropped when the stored cursor is another one. */
  readonly from: Cursor | undefined
  readonly to: Cursor
  readonly head: Head
  /** Blocks to remember for the next reorg, the last of them `to`. */
  readonly blocks: readonly RememberedBlock[]
  readonly events: readonly ChainEvent[]
  /** A reorg: everything above this block is no longer canonical. */
  readonly rollBackTo?: bigint
}

/** The watcher's memory of the facts of one chain. */
export interface ChainStore {
  /** How many blocks are remembered to find the ancestor of a reorg: one that is deeper is not followed. */
  readonly rememberedBlocks: bigint
  cursor(): Promise<Cursor | undefined>
  /** Remembered blocks from `number` down, newest first. */
  blocksDownFrom(number: bigint): Promise<Cursor[]>
  /**
   * Stores a step, and projects every order whose facts it changes.
   *
   * @returns the orders that changed, or `undefined` when another watcher moved the cursor first.
   */
  apply(step: Step): Promise<string[] | undefined>
}

/** The watcher's memory of one chain's time. Deadlines and facts are judged up to the same block. */
export interface DeadlineStore {
  /**
   * The newest remembered block up to which every fact counts; `undefined` when it is not above the clock's block: only a
   * reorg sets the clock back, and no lower head or tag that endpoints name.
   */
  nextClockBlock(): Promise<RememberedBlock | undefined>
  /** Sets the clock to the block's time, if the block is still remembered. */
  moveClock(block: RememberedBlock): Promise<void>
  /**
   * Projects up to `limit` orders whose deadline the clock has passed, or has not passed any more since a reorg.
   *
   * @returns how many were looked at, and those that changed.
   */
  turnDue(limit: number): Promise<{ readonly looked: number; readonly changed: readonly string[] }>
  /** Notes that the chain was read up to its head at this moment. */
  markRead(): Promise<void>
}
