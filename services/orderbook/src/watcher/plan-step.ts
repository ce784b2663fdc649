import type { Header } from '@tandem/chain'
import type { Cursor } from './ports.ts'

/** How many blocks a step reads when it reads all headers. */
export const linkedBlocks = 32n

/**
 * What to do at a new head. `begin`: nothing is stored yet. `rest`: the head is the cursor. `behind`: the head is below
 * the cursor and shows nothing of the blocks above. `roll_back`: another block has the cursor's number. `read`: the head
 * is above the cursor; the links between blocks will show whether the cursor is still canonical.
 */
export type Plan = 'begin' | 'rest' | 'behind' | 'roll_back' | 'read'

export function planStep(cursor: Cursor | undefined, head: Pick<Header, 'number' | 'hash'>): Plan {
  if (cursor === undefined) return 'begin'
  if (head.hash === cursor.hash) return 'rest'
  if (head.number < cursor.number) return 'behind'
  return head.number === cursor.number ? 'roll_back' : 'read'
}

export type Reading = {
  /** `linked` reads every header. `range` reads logs without headers, below the depth of any reorg. */
  readonly by: 'linked' | 'range'
  readonly to: bigint
}

/**
 * Which blocks to read next. Ranges end where reorgs begin: above, every block is remembered.
 * @param limits.remembered how many blocks are remembered.
 * @param limits.widest how many blocks one step may read.
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

/** The last block that may be read without its header. The blocks above may be reorganized, and must be remembered. */
const lastUnlinked = ({ number }: Pick<Header, 'number'>, remembered: bigint): bigint =>
  number - larger(linkedBlocks, remembered)

export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
