import type { Response } from 'express'

const retryMs = 2_000
/** After a stop, clients connect again at random times within this one, so that they do not all come at once. */
const retryWithinMs = 5_000
/** A client that has read nothing for this long is disconnected. It continues later from its position. */
const stalledAfterMs = 60_000

/** A client's connection for server-sent events (WHATWG HTML §9.2). */
export type EventConnection = {
  isOver(): boolean
  /** True while the client reads too slowly. Anything written before `onDrain` stays in memory. */
  isBlocked(): boolean
  write(bytes: Buffer): void
  /** Keeps the connection open, or closes it if the client has stopped reading. */
  heartbeat(): void
  /** Tells the client when to connect again. */
  stop(): void
  close(): void
  readonly ended: Promise<void>
}

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
    // Tells nginx not to buffer the events, because they would arrive late.
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
