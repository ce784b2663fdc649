import type { Cursor } from './chain-store.ts'
import type { Header } from './provider.ts'

/** Blocks of one step whose headers are all fetched, each linked to the one before. */
export const linkedBlocks = 32n

/** One endpoint's view of the chain, and the stored cursor. */
export interface View {
  /** The last block whose events are stored; `undefined` before the first step. */
  readonly cursor: Cursor | undefined
  readonly head: Pick<Header, 'number' | 'hash'>
  /** The endpoint's block at the cursor's number; not needed where it is the head. */
  readonly standing: Pick<Header, 'hash'> | undefined
}

/**
 * The plan that follows from a view. The cases, in the order in which they are told apart:
 * 1. `begin`: nothing is stored yet.
 * 2. `behind`: the endpoint has not reached the cursor. It says nothing about blocks that it does not have.
 * 3. `roll_back`: another block stands at the cursor.
 * 4. `refuse_head`: the head has the cursor's number and another hash, though the endpoint still shows the cursor's block.
 * 5. `rest`: the head is the cursor.
 * 6. `read`: the head is above the cursor; `planRead` says how far.
 */
export type Plan = { readonly does: 'begin' | 'behind' | 'roll_back' | 'refuse_head' | 'rest' | 'read' }

/** Decides what one look at the chain does next. Pure. */
export function planStep({ cursor, head, standing }: View): Plan {
  if (cursor === undefined) return { does: 'begin' }
  if (head.number < cursor.number) return { does: 'behind' }
  if (standing !== undefined && standing.hash !== cursor.hash) return { does: 'roll_back' }
  if (head.number > cursor.number) return { does: 'read' }
  return { does: head.hash === cursor.hash ? 'rest' : 'refuse_head' }
}

/** Whether `planStep` needs the block at the cursor: not where the head is that block, or below it. */
export const needsStanding = (cursor: Cursor | undefined, head: Pick<Header, 'number' | 'hash'>): cursor is Cursor =>
  cursor !== undefined && head.number >= cursor.number && head.hash !== cursor.hash

/** Blocks to read, from the one after the cursor to `to`. */
export type Reading = {
  /** `linked`: every header is fetched. `range`: only those of blocks with events, because no reorg reaches them. */
  readonly by: 'linked' | 'range'
  readonly to: bigint
}

/**
 * How far one step reads. Ranges end where a reorg can still be followed: from there on every block is remembered.
 *
 * @param limits.remembered how many blocks are remembered. `limits.widest`: blocks of the widest step.
 */
export function planRead(
  cursor: Pick<Cursor, 'number'>,
  head: Pick<Header, 'number'>,
  limits: { readonly remembered: bigint; readonly widest: bigint },
): Reading {
  const lastFar = lastUnlinked(head, limits.remembered)
  if (cursor.number < lastFar) return { by: 'range', to: smaller(cursor.number + limits.widest, lastFar) }
  return { by: 'linked', to: smaller(cursor.number + smaller(linkedBlocks, limits.widest), head.number) }
}

/** Where ranges end: a reorg of the blocks above is followed, so that each of them must be remembered. */
export const lastUnlinked = ({ number }: Pick<Header, 'number'>, remembered: bigint): bigint =>
  number - larger(linkedBlocks, remembered)

export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
