import type { RangeSize } from '@tandem/chain'
import type { DeadlineStore } from './ports.ts'

export const batchesOfDeadlines = 500
/** Facts do not wait for time. */
const batchesAtOnce = 4
/** While the chain stands still. */
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
 * Moves the clock to the newest block whose facts all count, then projects due orders: a fact before a deadline is
 * always known first.
 * @returns `more` when due orders are left.
 */
export async function turnDeadlines(
  poll: DeadlinePoll,
  { hasStepped }: { hasStepped: boolean },
): Promise<'more' | 'done'> {
  const { store, memory, now, observer } = poll
  if (!hasStepped && now() < memory.deadlinesAt) return 'done'
  memory.deadlinesAt = now() + quietEveryMs
  const block = await store.nextClockBlock()
  if (block !== undefined) await store.moveClock(block)
  for (let batch = 0; batch < batchesAtOnce; batch += 1) {
    const limit = memory.batches.current()
    const { projected, changed } = await store.turnDue(limit).catch((error: unknown) => {
      // A batch longer than a statement may take would fail for ever: the next is smaller.
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
