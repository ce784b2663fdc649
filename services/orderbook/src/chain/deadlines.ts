import type { DeadlineStore, RememberedBlock } from './chain-store.ts'
import { DisputedError } from './provider-error.ts'
import type { ProviderPool } from './provider-pool.ts'
import { witnessedTime } from './provider-witness.ts'
import type { RangeSize } from './range-size.ts'

/** Orders that one transaction turns at most. */
export const batchesOfDeadlines = 500
/** Batches between two looks at the chain: facts do not wait for time. */
const batchesAtOnce = 4
/** How often deadlines are looked at while the chain stands still. */
const quietEveryMs = 5_000
/** The clock is compared with another endpoint's no more often: on a fast chain not at every block. */
const witnessEveryMs = 2_000

/** The dependencies and the memory of turning the deadlines of one chain. */
export interface DeadlineLook {
  readonly pool: ProviderPool
  readonly store: DeadlineStore
  readonly observer: { turned(changedOrders: readonly string[]): void }
  readonly now: () => number
  /** How long no other endpoint may have the clock's next block before that is an error. */
  readonly maxLagMs: number
  readonly memory: {
    readonly batches: RangeSize
    deadlinesAt: number
    timeWitnessedAt: number
    /** Since when no other endpoint has the block that the clock waits for. */
    clockHeldSince?: number | undefined
    /** The endpoint that is believed alone. */
    readonly alone?: string | undefined
  }
}

/**
 * Moves the chain's clock to the newest block whose facts all count, once another endpoint has shown the same time of it,
 * and projects the orders whose deadline has come by that clock: a fact before the deadline is always known first.
 *
 * @returns `more` when orders are left that are due.
 * @throws ProviderError and DisputedError while endpoints disagree about the time; the clock then stands still.
 */
export async function turnDeadlines(
  look: DeadlineLook,
  { hasStepped }: { hasStepped: boolean },
): Promise<'more' | 'done'> {
  const { store, memory, now, observer } = look
  if (!hasStepped && now() < memory.deadlinesAt) return 'done'
  memory.deadlinesAt = now() + quietEveryMs
  const block = await store.nextClockBlock()
  if (block !== undefined) await moveClock(look, block)
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

async function moveClock(look: DeadlineLook, block: RememberedBlock): Promise<void> {
  const { pool, store, memory, now } = look
  if (pool.size === 1) {
    await store.moveClock(block)
    return
  }
  if (now() - memory.timeWitnessedAt < witnessEveryMs) {
    memory.deadlinesAt = memory.timeWitnessedAt + witnessEveryMs
    return
  }
  memory.timeWitnessedAt = now()
  const timestamp = await pool.run((provider, peers) =>
    witnessedTime(provider, peers, block, memory.alone === provider.name),
  )
  if (timestamp !== undefined) {
    memory.clockHeldSince = undefined
    await store.moveClock({ ...block, timestamp })
    return
  }
  memory.clockHeldSince ??= now()
  if (now() - memory.clockHeldSince >= look.maxLagMs)
    throw new DisputedError(`no other endpoint has block ${block.number}, which the clock waits for`)
}
