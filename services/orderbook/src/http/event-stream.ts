import { once } from 'node:events'
import type { Response } from 'express'
import type { EventFeed, StoredEvent } from '../usecases/ports.ts'
import { eventWire } from './order.wire.ts'

const heartbeatMs = 15_000
const batchSize = 500
/** How long a client waits before it connects again after a connection broke. */
const retryMs = 2_000
/** After a stop of this service clients connect again at random within this time, not thousands of them at once. */
const retryWithinMs = 5_000

export type EventStream = {
  res: Response
  /** The last `seq` that the client has. */
  after: number
  /** Undefined: all orders. */
  orderId: string | undefined
  read: (after: number, limit: number) => Promise<StoredEvent[]>
  /** Whether nothing will follow this event. */
  isLast: (event: StoredEvent) => boolean
  feed: EventFeed
  /** Ends the stream: the service stops. */
  stopping: AbortSignal
}

/**
 * Sends events as they come (server-sent events, WHATWG HTML §9.2) until the last one, the client's leaving, or the
 * service's stop. It reads from the outbox and never from memory: a slow client slows only itself, and `id` is the
 * `seq` to resume from, on any replica.
 */
export async function streamEvents({ res, after, orderId, read, isLast, feed, stopping }: EventStream): Promise<void> {
  const ended = new AbortController()
  const end = () => ended.abort()
  let hasNews = true
  let wake = () => {}
  const unsubscribe = feed.subscribe(orderId, () => {
    hasNews = true
    wake()
  })
  res.once('close', end)
  stopping.addEventListener('abort', end, { once: true })
  ended.signal.addEventListener('abort', () => wake(), { once: true })

  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // nginx would hold events back.
    'X-Accel-Buffering': 'no',
  })
  res.write(`retry: ${retryMs}\n\n`)
  const heartbeat = setInterval(() => res.write(': heartbeat\n\n'), heartbeatMs)
  try {
    for (let last = after; !ended.signal.aborted; ) {
      if (!hasNews) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      hasNews = false
      const events = await read(last, batchSize)
      for (const event of events) {
        last = event.seq
        const isFlushed = res.write(
          `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(eventWire(event))}\n\n`,
        )
        if (!isFlushed && !ended.signal.aborted) await once(res, 'drain', { signal: ended.signal })
      }
      if (events.length === batchSize) hasNews = true
      const newest = events.at(-1)
      if (newest !== undefined && !hasNews && isLast(newest)) return
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error
  } finally {
    clearInterval(heartbeat)
    unsubscribe()
    stopping.removeEventListener('abort', end)
    if (stopping.aborted && !res.destroyed) res.write(`retry: ${Math.ceil(Math.random() * retryWithinMs)}\n\n`)
    res.end()
  }
}
