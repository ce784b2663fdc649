import type { Hex } from 'viem'
import type { ChainEvent } from './domain/chain-event.ts'

/** The last block with stored events. */
export type Cursor = { readonly number: bigint; readonly hash: Hex }
/** To find a reorg's ancestor. Unix seconds. */
export type RememberedBlock = Cursor & { readonly timestamp: number }
/** Unix seconds. `tagged`: the block with the finality tag. */
export type Head = { readonly number: bigint; readonly timestamp: number; readonly tagged?: bigint | undefined }

/** All or nothing. */
export type Step = {
  /** A step is dropped when the stored cursor differs. */
  readonly from: Cursor | undefined
  readonly to: Cursor
  readonly head: Head
  /** For the next reorg; `to` is the last. */
  readonly blocks: readonly RememberedBlock[]
  readonly events: readonly ChainEvent[]
  /** Everything above this block is no longer canonical. */
  readonly rollBackTo?: bigint
}

export interface ChainStore {
  /** A deeper reorg is not followed. */
  readonly rememberedBlocks: bigint
  cursor(): Promise<Cursor | undefined>
  /** Newest first. */
  blocksDownFrom(number: bigint): Promise<Cursor[]>
  /**
   * Stores a step and projects its orders.
   * @returns changed orders; `undefined` when another watcher was first.
   */
  apply(step: Step): Promise<string[] | undefined>
}

/** Deadlines and facts count up to the same block. */
export interface DeadlineStore {
  /** Only a reorg sets the clock back, and no endpoint's lower head or tag. */
  nextClockBlock(): Promise<RememberedBlock | undefined>
  /** If the block is still remembered. */
  moveClock(block: RememberedBlock): Promise<void>
  /** Projects orders whose deadline the clock has passed, or passes no more after a reorg. */
  turnDue(limit: number): Promise<{ readonly projected: number; readonly changed: readonly string[] }>
  /** Read up to its head now. */
  markRead(): Promise<void>
}
