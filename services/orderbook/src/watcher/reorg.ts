import type { Header } from '@tandem/chain'
import type { ChainReader } from './chain-reader.ts'
import type { ChainStore, Cursor, Step } from './ports.ts'

// This file only finds how far to roll back. `apply` of db/chain.store.ts carries the step out: the events above the ancestor
// stop being canonical (`retract`), the chain's clock goes back, and the orders concerned are derived again
// (`projectOrders`).

/** A reorg that is deeper than the remembered blocks. Nothing is rolled back, and an operator must decide. */
export class DeepReorgError extends Error {
  override readonly name = 'DeepReorgError'
}

/**
 * A step that removes everything above the newest stored block that is still canonical.
 * @throws DeepReorgError
 */
export async function rollBack(
  { reader, store }: { readonly reader: ChainReader; readonly store: ChainStore },
  cursor: Cursor,
  head: Header,
): Promise<Step> {
  const remembered = await store.blocksDownFrom(cursor.number - 1n)
  const ancestor = await newestCanonical(
    remembered,
    async ({ number, hash }) => (await reader.header(number)).hash === hash,
  )
  if (ancestor === undefined)
    throw new DeepReorgError(`block ${cursor.number} and every remembered block below it were replaced`)
  return {
    from: cursor,
    to: ancestor,
    head: { number: head.number, timestamp: head.timestamp },
    blocks: [],
    events: [],
    rollBackTo: ancestor.number,
  }
}

/**
 * Finds the newest block that is still canonical, with few questions: all blocks below a canonical one are canonical too.
 * The result is asked for last, so that the answer is fresh.
 * @param blocks the newest first.
 */
async function newestCanonical(
  blocks: readonly Cursor[],
  isCanonical: (block: Cursor) => Promise<boolean>,
): Promise<Cursor | undefined> {
  // The result is in [from, to], and `to` is known to be canonical unless it is the end.
  let from = 0
  let to = blocks.length
  let width = 1
  while (from < to) {
    // The strides double until a canonical block is found; then the interval is halved.
    const at = to === blocks.length ? Math.min(blocks.length - 1, from + width - 1) : (from + to) >> 1
    const block = blocks[at]
    if (block === undefined) break
    if (await isCanonical(block)) to = at
    else from = at + 1
    width *= 2
  }
  return blocks[to]
}
