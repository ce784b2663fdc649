import type { Header } from '@tandem/chain'
import type { Cursor } from './chain-store.ts'

/** Blocks of one step whose headers are all fetched, each linked to the one before. */
export const linkedBlocks = 32n

/**
 * The plan that follows from the head that is believed. The cases, in the order in which they are told apart:
 * 1. `begin`: nothing is stored yet.
 * 2. `rest`: the head is the cursor.
 * 3. `behind`: the head is below the cursor. It says nothing about blocks that it does not have.
 * 4. `roll_back`: another block stands at the cursor.
 * 5. `read`: the head is above the cursor; `planRead` says how far. Whether the cursor still stands, the links show.
 */
export type Plan = 'begin' | 'rest' | 'behind' | 'roll_back' | 'read'

/** Decides what one look at the chain does next. Pure. */
export function planStep(cursor: Cursor | undefined, head: Pick<Header, 'number' | 'hash'>): Plan {
  if (cursor === undefined) return 'begin'
  if (head.hash === cursor.hash) return 'rest'
  if (head.number < cursor.number) return 'behind'
  return head.number === cursor.number ? 'roll_back' : 'read'
}

/** Blocks to read, from the one after the cursor to `to`. */
export type Reading = {
  /** `linked`: every header is fetched. `range`: none of them, because no reorg reaches them. */
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
