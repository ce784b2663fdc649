import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Response } from 'express'
import { type Frame, frameOf, makeEventRing } from './event-ring.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import type { EventFeed, EventReader, StoredEvent } from './ports.ts'
import { makeSharedEventReads } from './shared-event-reads.ts'
import { makeStreamGroups } from './stream-groups.ts'

const ringLimits = { frames: 10_000, bytes: 8 * 1024 * 1024 }
const heartbeatMs = 15_000
const writesInTurn = 250
/**
 * How long events are collected between two rounds of writes, for each open stream: a write costs the same for ten events
 * as for one.
 */
const gatherMsPerStream = 0.04
const maxGatherMs = 200

export type EventHub = {
  /** Writes events to the response until the client leaves, no further event can follow, or the service stops. */
  stream(options: { res: Response; after: number; orderId: string | undefined }): Promise<void>
  size(): number
}

type Events = Pick<EventReader, 'listAll' | 'listOfOrder'>
export type EventHubDeps = { feed: EventFeed; events: Events; stopping: AbortSignal }

/**
 * Sends new events to all open streams. Each event is read and encoded once for all of them. A stream that has fallen
 * behind reads from a ring of recent events, and from the database only when the ring has lost what it needs.
 */
export function makeEventHub({ feed, events, stopping }: EventHubDeps): EventHub {
  const ring = makeEventRing(ringLimits)
  const groups = makeStreamGroups()
  const readShared = makeSharedEventReads(events)
  let waiting: Frame[] = []
  let isFlushing = false
  let flushedAt = Number.NEGATIVE_INFINITY
  let unsubscribe: (() => void) | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let streams = 0

  const flush = async () => {
    isFlushing = true
    while (waiting.length > 0) {
      const pauseMs = flushedAt + Math.min(maxGatherMs, streams * gatherMsPerStream) - performance.now()
      if (pauseMs > 0) await sleep(pauseMs)
      flushedAt = performance.now()
      const frames = waiting
      waiting = []
      const follows = (frames[0]?.seq ?? 0) - 1
      const bytes = Buffer.concat(frames.map((frame) => frame.bytes))
      for (const frame of frames) {
        for (const stream of groups.ofOrder(frame.orderId)) stream.offer([frame], -1, frame.bytes)
      }
      await inTurns(groups.ofAll(), (stream) => stream.offer(frames, follows, bytes))
    }
    isFlushing = false
  }

  const onNews = (news: readonly StoredEvent[] | 'unknown') => {
    if (news === 'unknown') {
      ring.clear()
      for (const stream of groups.every()) stream.catchUp()
      return
    }
    const frames = news.map(frameOf)
    ring.push(frames)
    waiting.push(...frames)
    if (!isFlushing) void flush()
  }

  const start = () => {
    unsubscribe ??= feed.onEvents(onNews)
    heartbeat ??= setInterval(() => void inTurns(groups.every(), (stream) => stream.heartbeat()), heartbeatMs)
  }
  const end = () => {
    unsubscribe?.()
    clearInterval(heartbeat)
    unsubscribe = undefined
    heartbeat = undefined
    ring.clear()
  }
  stopping.addEventListener('abort', () => {
    for (const stream of groups.every()) stream.stop()
  })

  return {
    size: () => streams,
    stream: async ({ res, after, orderId }) => {
      streams += 1
      start()
      const stream = openEventStream({
        res,
        after,
        orderId,
        read: async (last, limit) =>
          (orderId === undefined ? ring.after(last, limit) : undefined) ??
          (await readShared({ orderId, after: last, limit })),
      })
      groups.add(stream)
      if (stopping.aborted) stream.stop()
      await stream.ended
      groups.remove(stream)
      streams -= 1
      if (streams === 0) end()
    },
  }
}

async function inTurns(streams: readonly EventStream[], work: (stream: EventStream) => void): Promise<void> {
  for (let at = 0; at < streams.length; at += writesInTurn) {
    if (at > 0) await nextTurn()
    for (const stream of streams.slice(at, at + writesInTurn)) work(stream)
  }
}
