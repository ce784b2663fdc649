import type { RangeSize } from '@tandem/chain'
import type { DeadlineStore } from './ports.ts'

export const batchesOfDeadlines = 500
/** Few batches run in one step, so that new facts do not wait for deadlines. */
const batchesAtOnce = 4
/** How often deadlines are checked while the chain has no new blocks. */
const quietEveryMs = 5_000
export interface DeadlinePoll {
  readonly store: DeadlineStore
  readonly observer: { turned(changedOrders: readonly string[]): void }
  readonly now: () => number
  readonly memory: {
    readonly batches: RangeSize
    deadlinesAt: number
  }
}

/**
 * Projects the orders whose deadlines the chain's clock has passed. A step moves the clock in the transaction that stores its
 * facts, so every fact from before a deadline is known when the deadline takes effect.
 * @returns `more` when some of those orders are left.
 */
export async function turnDeadlines(
  poll: DeadlinePoll,
  { hasStepped }: { hasStepped: boolean },
): Promise<'more' | 'done'> {
  const { store, memory, now, observer } = poll
  if (!hasStepped && now() < memory.deadlinesAt) return 'done'
  memory.deadlinesAt = now() + quietEveryMs
  for (let batch = 0; batch < batchesAtOnce; batch += 1) {
    const limit = memory.batches.current()
    const { projected, changed } = await store.turnDue(limit).catch((error: unknown) => {
      // A batch that takes longer than a statement may take would fail forever, so the next one is smaller.
      memory.batches.refused(limit)
      memory.deadlinesAt = 0
      throw error
    })
    memory.batches.accepted()
    if (changed.length > 0) observer.turned(changed)
    if (projected < limit) return 'done'
  }
  memory.deadlinesAt = 0
  return 'more'
}
