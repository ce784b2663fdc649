import type { EventFeed } from '../usecases/ports.ts'
import type { PrismaClient } from './client.ts'
import { sequenceEvents } from './event.store.ts'

const pollEveryMs = 200
const batchSize = 1_000

type Subscriber = { orderId: string | undefined; wake: () => void }

export type EventFeedOptions = { onError: (error: unknown) => void }

/**
 * Wakes live readers when the outbox grows, whichever process wrote: one poll per process serves every reader, and
 * there is none while nobody listens. PostgreSQL's NOTIFY is not used, because it serialises the commits of writers.
 */
export function makeEventFeed(prisma: PrismaClient, { onError }: EventFeedOptions): EventFeed & { nudge(): void } {
  const subscribers = new Set<Subscriber>()
  let last: bigint | undefined
  let timer: NodeJS.Timeout | undefined
  let isPolling = false

  const poll = async () => {
    if (isPolling) return
    isPolling = true
    try {
      await sequenceEvents(prisma)
      const news = await readNews()
      // Unknown beginnings wake everybody: what happened before the first poll may be news to somebody.
      for (const { orderId, wake } of [...subscribers]) {
        if (news === 'unknown' || (news.size > 0 && (orderId === undefined || news.has(orderId)))) wake()
      }
    } catch (error) {
      onError(error)
    } finally {
      isPolling = false
    }
  }

  const readNews = async (): Promise<Set<string> | 'unknown'> => {
    if (last === undefined) {
      const [row] = await prisma.$queryRawUnsafe<{ last: bigint | null }[]>('SELECT max(seq) AS last FROM order_events')
      last = row?.last ?? 0n
      return 'unknown'
    }
    const rows = await prisma.$queryRawUnsafe<{ seq: bigint; order_id: string }[]>(
      'SELECT seq, order_id::text FROM order_events WHERE seq > $1 ORDER BY seq LIMIT $2',
      last,
      batchSize,
    )
    last = rows.at(-1)?.seq ?? last
    return new Set(rows.map((row) => row.order_id))
  }

  return {
    subscribe: (orderId, wake) => {
      const subscriber = { orderId, wake }
      subscribers.add(subscriber)
      timer ??= setInterval(() => void poll(), pollEveryMs)
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size > 0) return
        clearInterval(timer)
        timer = undefined
        last = undefined
      }
    },
    nudge: () => {
      if (subscribers.size > 0) void poll()
    },
  }
}
