import type { Response } from 'express'
import { type EventConnection, openEventConnection } from './event-connection.ts'
import type { Frame } from './event-ring.ts'

const batchSize = 500

export type StreamOptions = {
  res: Response
  after: number
  /** Undefined for the events of all orders. */
  orderId: string | undefined
  /** Reads frames after a position, the oldest first. */
  read: (after: number, limit: number) => Promise<readonly Frame[]>
}

export type EventStream = Pick<EventConnection, 'heartbeat' | 'stop' | 'ended'> & {
  readonly orderId: string | undefined
  /**
   * Sends new frames, if the stream is up to date. Otherwise the stream reads them later.
   * @param follows the `seq` before the first frame.
   * @param bytes all frames in one buffer, which is shared by every stream.
   */
  offer(frames: readonly Frame[], follows: number, bytes: Buffer): void
  catchUp(): void
}

/**
 * A stream holds only its position and no queue, so that a client that does not read costs no memory. The `id` of an event
 * is the `seq` from which a client can resume on any replica.
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
      // The client connects again and continues from its position.
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
