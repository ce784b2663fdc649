import type { Hex } from 'viem'
import type { ChainEvent } from './chain-event.ts'

/** The last block whose events are stored. */
export type Cursor = { readonly number: bigint; readonly hash: Hex }
/**
 * The latest block of the chain; `timestamp` in unix seconds. `tagged`: the block with the chain's finality tag, where it
 * has one.
 */
export type Head = { readonly number: bigint; readonly timestamp: number; readonly tagged?: bigint | undefined }

/** What one step stores, all or nothing. */
export type Step = {
  /** Where the step began. The step is dropped when the stored cursor is another one. */
  readonly from: Cursor | undefined
  readonly to: Cursor
  readonly head: Head
  /** Blocks to remember for the next reorg, the last of them `to`. */
  readonly blocks: readonly Cursor[]
  readonly events: readonly ChainEvent[]
  /** A reorg: everything above this block is no longer canonical. */
  readonly rollBackTo?: bigint
}

/** The watcher's memory of one chain. */
export interface ChainStore {
  /** How many blocks are remembered to find the ancestor of a reorg: one that is deeper is not followed. */
  readonly rememberedBlocks: bigint
  cursor(): Promise<Cursor | undefined>
  /** Remembered blocks from `number` down, newest first. */
  blocksDownFrom(number: bigint): Promise<Cursor[]>
  /**
   * Stores a step, projects every order it touches, and every order whose time has come by the head's clock.
   *
   * @returns the orders that changed, or `undefined` when another watcher moved the cursor first.
   */
  apply(step: Step): Promise<string[] | undefined>
}
