import type { Header } from '@tandem/chain'
import type { Cursor } from './ports.ts'

/** Blocks of a step with all headers. */
export const linkedBlocks = 32n

/**
 * `begin`: nothing is stored. `rest`: the head is the cursor. `behind`: the head is below the cursor, and says nothing
 * of blocks above. `roll_back`: another block stands at the cursor. `read`: the head is above; links show whether the
 * cursor stands.
 */
export type Plan = 'begin' | 'rest' | 'behind' | 'roll_back' | 'read'

/** Pure. */
export function planStep(cursor: Cursor | undefined, head: Pick<Header, 'number' | 'hash'>): Plan {
  if (cursor === undefined) return 'begin'
  if (head.hash === cursor.hash) return 'rest'
  if (head.number < cursor.number) return 'behind'
  return head.number === cursor.number ? 'roll_back' : 'read'
}

export type Reading = {
  /** `linked`: with headers. `range`: without, beyond any reorg. */
  readonly by: 'linked' | 'range'
  readonly to: bigint
}

/**
 * Ranges end where reorgs begin: from there on every block is remembered.
 * @param limits.remembered blocks to remember.
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

/** Blocks above may be reorganized, and must be remembered. */
const lastUnlinked = ({ number }: Pick<Header, 'number'>, remembered: bigint): bigint =>
  number - larger(linkedBlocks, remembered)

export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
