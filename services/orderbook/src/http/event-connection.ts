import type { Response } from 'express'

/** How long a client waits before it connects again after a connection broke. */
const retryMs = 2_000
/** After a stop of this service clients connect again at random within this time, not thousands of them at once. */
const retryWithinMs = 5_000
/** A client that takes nothing for so long is disconnected; it connects again and reads on where it was. */
const stalledAfterMs = 60_000

/** The connection to one client of server-sent events (WHATWG HTML §9.2). */
export type EventConnection = {
  /** The client left, or the stream was closed. */
  isOver(): boolean
  /** The client does not read: what is written before `onDrain` stays in memory. */
  isBlocked(): boolean
  write(bytes: Buffer): void
  /** Sends a comment, or disconnects a client that has read nothing for too long. */
  heartbeat(): void
  /** The service stops: tells the client when to connect again. */
  stop(): void
  close(): void
  readonly ended: Promise<void>
}

/** Sends the headers. @param onDrain the client, which was blocked, reads again. */
export function openEventConnection(res: Response, onDrain: () => void): EventConnection {
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

  res.once('close', close)
  res.on('drain', () => {
    blockedAt = undefined
    onDrain()
  })
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // nginx would hold events back.
    'X-Accel-Buffering': 'no',
  })
  res.write(`retry: ${retryMs}\n\n`)

  return {
    ended,
    close,
    isOver: () => isOver,
    isBlocked: () => blockedAt !== undefined,
    write: (bytes) => {
      if (!res.write(bytes)) blockedAt = performance.now()
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
