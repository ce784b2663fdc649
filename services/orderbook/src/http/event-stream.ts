import type { Response } from 'express'
import type { Frame } from './event-ring.ts'

const batchSize = 500
/** How long a client waits before it connects again after a connection broke. */
const retryMs = 2_000
/** After a stop of this service clients connect again at random within this time, not thousands of them at once. */
const retryWithinMs = 5_000
/** A client that takes nothing for so long is disconnected; it connects again and reads on where it was. */
const stalledAfterMs = 60_000

export type StreamOptions = {
  res: Response
  /** The last `seq` that the client has. */
  after: number
  /** Undefined: all orders. */
  orderId: string | undefined
  /** Older frames, oldest first. */
  read: (after: number, limit: number) => Promise<readonly Frame[]>
}

export type EventStream = {
  readonly orderId: string | undefined
  /**
   * The next events, of which the stream sends those that it does not have. A stream that is behind reads them later.
   *
   * @param follows the `seq` before the first one: a stream that has that one has missed nothing.
   * @param bytes all frames, one after the other: the same bytes for every stream that has none of them.
   */
  offer(frames: readonly Frame[], follows: number, bytes: Buffer): void
  /** There may be events that are offered to no stream. */
  catchUp(): void
  heartbeat(): void
  /** The service stops: tells the client when to connect again. */
  stop(): void
  readonly ended: Promise<void>
}

/**
 * One client (server-sent events, WHATWG HTML §9.2). It holds a position and never a queue: while the client does not
 * read, nothing is kept for it, and afterwards it goes on from its position. `id` is the `seq` to resume from, on any
 * replica.
 */
export function openEventStream({ res, after, orderId, read }: StreamOptions): EventStream {
  let position = after
  let isLive = false
  let hasNews = true
  let isReading = false
  let isOver = false
  let blockedAt: number | undefined
  let finish: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    finish = resolve
  })

  const close = () => {
    if (isOver) return
    isOver = true
    if (!res.writableEnded) res.end()
    finish()
  }

  /** @returns whether the client keeps up. */
  const send = (bytes: Buffer, last: Frame): boolean => {
    position = last.seq
    if (!res.write(bytes)) blockedAt = performance.now()
    if (orderId !== undefined && last.isLast) close()
    return blockedAt === undefined
  }

  const catchUp = async () => {
    isReading = true
    try {
      while (hasNews && !isOver && blockedAt === undefined) {
        hasNews = false
        const frames = await read(position, batchSize)
        if (isOver) return
        if (frames.length === batchSize) hasNews = true
        const last = frames.at(-1)
        if (last !== undefined) send(Buffer.concat(frames.map(({ bytes }) => bytes)), last)
      }
      isLive = !hasNews && blockedAt === undefined
    } catch {
      // The database fails: the client is let go rather than told nothing, and reads on elsewhere or later.
      close()
    } finally {
      isReading = false
    }
  }
  const wake = () => {
    hasNews = true
    isLive = false
    if (!isReading && blockedAt === undefined) void catchUp()
  }

  res.once('close', close)
  res.on('drain', () => {
    blockedAt = undefined
    if (!isLive && !isReading) void catchUp()
  })
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // nginx would hold events back.
    'X-Accel-Buffering': 'no',
  })
  res.write(`retry: ${retryMs}\n\n`)
  wake()

  return {
    orderId,
    ended,
    catchUp: wake,
    offer: (frames, follows, bytes) => {
      if (isOver) return
      if (!isLive) {
        hasNews = true
        return
      }
      const last = frames.at(-1)
      if (last === undefined || last.seq <= position) return
      if (position < follows) {
        wake()
        return
      }
      const isWhole = position === follows
      const missing = isWhole ? bytes : Buffer.concat(frames.flatMap((one) => (one.seq > position ? [one.bytes] : [])))
      if (!send(missing, last)) isLive = false
    },
    heartbeat: () => {
      if (isOver) return
      if (blockedAt === undefined) res.write(': heartbeat\n\n')
      else if (performance.now() - blockedAt > stalledAfterMs) res.destroy()
    },
    stop: () => {
      if (isOver) return
      res.write(`retry: ${Math.ceil(Math.random() * retryWithinMs)}\n\n`)
      close()
    },
  }
}
