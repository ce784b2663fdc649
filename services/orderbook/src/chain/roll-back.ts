import type { Header } from '@tandem/chain'
import type { Poll } from './poll.ts'
import type { Cursor, Step } from './ports.ts'

/** Deeper than the remembered blocks. Nothing is undone; a person must look. */
export class DeepReorgError extends Error {
  override readonly name = 'DeepReorgError'
}

/**
 * Takes back everything above the newest standing block.
 * @throws DeepReorgError
 */
export async function rollBack({ reader, store }: Poll, cursor: Cursor, head: Header): Promise<Step> {
  const remembered = await store.blocksDownFrom(cursor.number - 1n)
  const ancestor = await newestThatStands(
    remembered,
    async ({ number, hash }) => (await reader.header(number)).hash === hash,
  )
  if (ancestor === undefined)
    throw new DeepReorgError(`block ${cursor.number} and every remembered block below it were replaced`)
  const { number, timestamp } = head
  return {
    ...{ from: cursor, to: ancestor, head: { number, timestamp } },
    ...{ blocks: [], events: [], rollBackTo: ancestor.number },
  }
}

/**
 * Few questions: every block below a standing one stands. It is asked for last, so that it stands then.
 * @param blocks newest first.
 */
async function newestThatStands(
  blocks: readonly Cursor[],
  stands: (block: Cursor) => Promise<boolean>,
): Promise<Cursor | undefined> {
  // The answer is in [from, to); `to` stands, unless it is the end.
  let from = 0
  let to = blocks.length
  let width = 1
  while (from < to) {
    // Doubling strides, then halves.
    const at = to === blocks.length ? Math.min(blocks.length - 1, from + width - 1) : (from + to) >> 1
    const block = blocks[at]
    if (block === undefined) break
    if (await stands(block)) to = at
    else from = at + 1
    width *= 2
  }
  return blocks[to]
}
