import { isFinal } from '@tandem/contracts'
import { eventWire } from './event.wire.ts'
import type { StoredEvent } from './ports.ts'

/** An event, encoded once for all streams as a server-sent event (WHATWG HTML §9.2). */
export type Frame = {
  readonly seq: number
  readonly orderId: string
  readonly bytes: Buffer
  readonly isLast: boolean
}

export const frameOf = (event: StoredEvent): Frame => ({
  seq: event.seq,
  orderId: event.orderId,
  bytes: Buffer.from(`id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(eventWire(event))}\n\n`),
  isLast: isFinal(event.status),
})

export type EventRing = {
  /** Adds frames. A gap in `seq` empties the ring first. */
  push(frames: readonly Frame[]): void
  /** The frames after `seq`, the oldest first. Undefined when the ring does not hold them all. */
  after(seq: number, limit: number): readonly Frame[] | undefined
  clear(): void
}

/** Keeps the newest frames, limited in number and bytes. */
export function makeEventRing(limits: { frames: number; bytes: number }): EventRing {
  let frames: Frame[] = []
  let start = 0
  let bytes = 0
  const clear = () => {
    frames = []
    start = 0
    bytes = 0
  }
  const dropOldest = () => {
    bytes -= frames[start]?.bytes.length ?? 0
    start += 1
    // The array is copied now and then, not with each event.
    if (start > limits.frames) {
      frames = frames.slice(start)
      start = 0
    }
  }
  return {
    clear,
    push: (added) => {
      for (const frame of added) {
        const last = frames.at(-1)
        if (last !== undefined && frame.seq !== last.seq + 1) clear()
        frames.push(frame)
        bytes += frame.bytes.length
        while (frames.length - start > limits.frames || (bytes > limits.bytes && frames.length - start > 1))
          dropOldest()
      }
    },
    after: (seq, limit) => {
      const oldest = frames[start]
      const newest = frames.at(-1)
      if (oldest === undefined || newest === undefined || seq < oldest.seq - 1 || seq > newest.seq) return undefined
      const from = start + (seq + 1 - oldest.seq)
      return frames.slice(from, from + limit)
    },
  }
}
