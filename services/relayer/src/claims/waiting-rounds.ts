import { type IntervalLoop, type Part, startIntervalLoop } from '@tandem/service-kit'
import type { Clock } from '../transactions/ports.ts'
import type { WorkRequest } from '../work/domain/work.ts'
import type { WaitingStore } from '../work/ports.ts'
import type { EventFeed } from './event-feed.ts'

/** How many claims one process checks at once. */
const checksAtOnce = 20
/** Milliseconds for which a process holds a claim: longer than any check. Afterwards another process may check it. */
const leaseMs = 20_000
/**
 * Milliseconds until a process asks again whether a claim waits, while none does. A process that takes one itself knows at once.
 */
const idleMs = 5_000

/** Milliseconds until events that could not be read are asked for again. Every claim is checked in time without them. */
const silentMs = 10_000

export interface WaitingRoundsDeps {
  waiting: Pick<WaitingStore, 'lease' | 'newestOrder' | 'wakeOrders' | 'wakeAll'>
  feed: EventFeed
  /** Makes an ordinary claim of one that waits, ends it, or puts it off: `makeCheckWaiting` of check-waiting.ts. */
  check: (request: WorkRequest) => Promise<void>
  onCheckFailed: (id: string, error: unknown) => void
  onFeedFailed: (error: unknown) => void
  onFailed: (error: unknown) => void
  intervalMs: number
  now: Clock
}

export type WaitingRounds = Required<Pick<Part, 'start' | 'stop'>> & {
  /** Begins a round now, because a claim has begun to wait. */
  checkSoon(): void
}

/**
 * Checks a waiting claim when the orderbook has an event of its order, and once a minute in any case. Every process
 * that accepts claims does this. A lease keeps two processes from checking the same claim.
 */
export function makeWaitingRounds(deps: WaitingRoundsDeps): WaitingRounds {
  const { waiting, feed, now } = deps
  let loop: IntervalLoop | undefined
  let nextAskMs = 0
  let nextReadMs = 0

  async function round(): Promise<void> {
    if (now() < nextAskMs) return
    const newest = await waiting.newestOrder()
    if (newest === undefined) {
      feed.reset()
      nextAskMs = now() + idleMs
      return
    }
    if (now() >= nextReadMs)
      await wakeByEvents(newest).catch((error: unknown) => {
        nextReadMs = now() + silentMs
        deps.onFeedFailed(error)
      })
    const due = await waiting.lease(checksAtOnce, leaseMs)
    await Promise.all(due.map((one) => deps.check(one).catch((error: unknown) => deps.onCheckFailed(one.id, error))))
    if (due.length === checksAtOnce) loop?.trigger()
  }

  async function wakeByEvents(newest: string): Promise<void> {
    const { orderIds, isNew } = await feed.read(newest)
    if (isNew) await waiting.wakeAll()
    else if (orderIds.length > 0) await waiting.wakeOrders(orderIds)
  }

  return {
    start: () => {
      loop = startIntervalLoop({ round, onError: deps.onFailed, intervalMs: deps.intervalMs })
    },
    stop: () => loop?.stop(),
    checkSoon: () => {
      nextAskMs = 0
      loop?.trigger()
    },
  }
}
