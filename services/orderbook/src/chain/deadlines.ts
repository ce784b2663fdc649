import type { RangeSize } from '@tandem/chain'
import type { DeadlineStore } from './chain-store.ts'

/** Orders that one transaction turns at most. */
export const batchesOfDeadlines = 500
/** Batches between two looks at the chain: facts do not wait for time. */
const batchesAtOnce = 4
/** How often deadlines are looked at while the chain stands still. */
const quietEveryMs = 5_000
/** The dependencies and the memory of turning the deadlines of one chain. */
export interface DeadlineLook {
  readonly store: DeadlineStore
  readonly observer: { turned(changedOrders: readonly string[]): void }
  readonly now: () => number
  readonly memory: {
    readonly batches: RangeSize
    deadlinesAt: number
  }
}

/**
 * Moves the chain's clock to the newest remembered block whose facts all count, and projects the orders whose deadline has come by that clock: a fact before the deadline is always known first.
 *
 * @returns `more` when orders are left that are due.
 */
export async function turnDeadlines(
  look: DeadlineLook,
  { hasStepped }: { hasStepped: boolean },
): Promise<'more' | 'done'> {
  const { store, memory, now, observer } = look
  if (!hasStepped && now() < memory.deadlinesAt) return 'done'
  memory.deadlinesAt = now() + quietEveryMs
  const block = await store.nextClockBlock()
  if (block !== undefined) await store.moveClock(block)
  for (let batch = 0; batch < batchesAtOnce; batch += 1) {
    const limit = memory.batches.current()
    const { looked, changed } = await store.turnDue(limit).catch((error: unknown) => {
      // A batch that takes longer than a statement may would fail for ever: the next batch is smaller.
      memory.batches.refused(limit)
      memory.deadlinesAt = 0
      throw error
    })
    memory.batches.accepted()
    if (changed.length > 0) observer.turned(changed)
    if (looked < limit) return 'done'
  }
  memory.deadlinesAt = 0
  return 'more'
}
