import type { Response } from 'express'

const retryMs = 2_000
/** At random within this time after a stop, not all at once. */
const retryWithinMs = 5_000
/** The client reads on from its position later. */
const stalledAfterMs = 60_000

/** Server-sent events (WHATWG HTML §9.2). */
export type EventConnection = {
  isOver(): boolean
  /** Writes before `onDrain` stay in memory. */
  isBlocked(): boolean
  write(bytes: Buffer): void
  /** Or disconnects a stalled client. */
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
