import type { Response } from 'express'
import { type EventConnection, openEventConnection } from './event-connection.ts'
import type { Frame } from './event-ring.ts'

const batchSize = 500

export type StreamOptions = {
  res: Response
  after: number
  /** Undefined: all orders. */
  orderId: string | undefined
  /** Oldest first. */
  read: (after: number, limit: number) => Promise<readonly Frame[]>
}

export type EventStream = Pick<EventConnection, 'heartbeat' | 'stop' | 'ended'> & {
  readonly orderId: string | undefined
  /**
   * A stream that is behind reads these events later.
   * @param follows the `seq` before the first.
   * @param bytes all frames, the same for every stream.
   */
  offer(frames: readonly Frame[], follows: number, bytes: Buffer): void
  catchUp(): void
}

/**
 * Holds a position and never a queue: a client that does not read costs nothing. `id` is the `seq` to resume from, on
 * any replica.
 */
export function openEventStream({ res, after, orderId, read }: StreamOptions): EventStream {
  let position = after
  let isLive = false
  let hasNews = true
  let isReading = false
  const connection = openEventConnection(res, () => {
    if (!isLive && !isReading) void catchUp()
  })

  const send = (bytes: Buffer, last: Frame): void => {
    position = last.seq
    connection.write(bytes)
    if (orderId !== undefined && last.isLast) connection.close()
  }

  async function catchUp(): Promise<void> {
    isReading = true
    try {
      while (hasNews && !connection.isOver() && !connection.isBlocked()) {
        hasNews = false
        const frames = await read(position, batchSize)
        if (connection.isOver()) return
        if (frames.length === batchSize) hasNews = true
        const last = frames.at(-1)
        if (last !== undefined) send(Buffer.concat(frames.map(({ bytes }) => bytes)), last)
      }
      isLive = !hasNews && !connection.isBlocked()
    } catch {
      // The client reads on elsewhere or later.
      connection.close()
    } finally {
      isReading = false
    }
  }
  const wake = () => {
    hasNews = true
    isLive = false
    if (!isReading && !connection.isBlocked()) void catchUp()
  }

  wake()

  return {
    orderId,
    ended: connection.ended,
    heartbeat: connection.heartbeat,
    stop: connection.stop,
    catchUp: wake,
    offer: (frames, follows, bytes) => {
      if (connection.isOver()) return
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
      send(missing, last)
      isLive = !connection.isBlocked()
    },
  }
}
