import type { EventFeed } from '../usecases/ports.ts'
import type { PrismaClient } from './client.ts'
import { sequenceEvents } from './event.store.ts'

const pollEveryMs = 200
/** After a nudge: many of them make one poll, or every new order would cost six statements. */
const nudgeDelayMs = 20
const batchSize = 1_000
/** After a failed poll: the database is down, and saying so five times a second helps nobody. */
const pauseMs = 2_000

export type EventFeedOptions = { onError: (error: unknown) => void }

type Changes = ReadonlySet<string> | 'unknown'

/**
 * Tells of the outbox's growth, whichever process wrote: one poll per process serves every reader, and there is none
 * while nobody listens. PostgreSQL's NOTIFY is not used, because it serialises the commits of writers.
 */
export function makeEventFeed(prisma: PrismaClient, { onError }: EventFeedOptions): EventFeed & { nudge(): void } {
  const listeners = new Set<(changes: Changes) => void>()
  let last: bigint | undefined
  let timer: NodeJS.Timeout | undefined
  let nudge: NodeJS.Timeout | undefined
  let streams = 0
  let isPolling = false
  let pausedUntil = 0

  const announce = (changes: Changes) => {
    for (const listener of [...listeners]) listener(changes)
  }

  const poll = async () => {
    if (isPolling || performance.now() < pausedUntil) return
    isPolling = true
    try {
      await sequenceEvents(prisma)
      for (let isMore = true; isMore; ) {
        const { changes, count } = await readChanges()
        if (changes === 'unknown' || changes.size > 0) announce(changes)
        isMore = count === batchSize
      }
    } catch (error) {
      last = undefined
      pausedUntil = performance.now() + pauseMs
      announce('unknown')
      onError(error)
    } finally {
      isPolling = false
    }
  }

  /** The first answer is `unknown`: what happened before it may be news to somebody. */
  const readChanges = async (): Promise<{ changes: Changes; count: number }> => {
    if (last === undefined) {
      const [row] = await prisma.$queryRawUnsafe<{ last: bigint | null }[]>('SELECT max(seq) AS last FROM order_events')
      last = row?.last ?? 0n
      return { changes: 'unknown', count: 0 }
    }
    const rows = await prisma.$queryRawUnsafe<{ seq: bigint; order_id: string }[]>(
      'SELECT seq, order_id::text FROM order_events WHERE seq > $1 ORDER BY seq LIMIT $2',
      last,
      batchSize,
    )
    last = rows.at(-1)?.seq ?? last
    return { changes: new Set(rows.map((row) => row.order_id)), count: rows.length }
  }

  const onChanges: EventFeed['onChanges'] = (listener) => {
    listeners.add(listener)
    timer ??= setInterval(() => void poll(), pollEveryMs)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      clearTimeout(nudge)
      timer = undefined
      nudge = undefined
      last = undefined
    }
  }

  return {
    onChanges,
    subscribe: (orderId, wake) => {
      streams += 1
      const stop = onChanges((changes) => {
        if (changes === 'unknown' || orderId === undefined || changes.has(orderId)) wake()
      })
      return () => {
        streams -= 1
        stop()
      }
    },
    // Only a live stream is in a hurry; the next poll tells the others.
    nudge: () => {
      if (streams === 0) return
      nudge ??= setTimeout(() => {
        nudge = undefined
        void poll()
      }, nudgeDelayMs)
    },
  }
}
