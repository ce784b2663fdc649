import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Response } from 'express'
import type { EventFeed, EventReader, StoredEvent } from '../usecases/ports.ts'
import { type Frame, frameOf, makeEventRing } from './event-ring.ts'
import { type EventStream, openEventStream } from './event-stream.ts'

const ringLimits = { frames: 10_000, bytes: 8 * 1024 * 1024 }
const heartbeatMs = 15_000
/** Streams written to before other work has its turn. */
const writesInTurn = 250
/** Streams that read older events from the database at once. */
const mostReading = 4
/**
 * Between two rounds of writes there is so long for each stream there is. Events that come sooner go out together: a write
 * costs the same for one as for ten.
 */
const gatherMsPerStream = 0.04
const mostGatherMs = 200

export type EventHub = {
  /** Sends events until the client leaves, nothing can follow, or the service stops. */
  stream(options: { res: Response; after: number; orderId: string | undefined }): Promise<void>
  /** Live streams now. */
  size(): number
}

type Events = Pick<EventReader, 'listAll' | 'listOfOrder'>
export type EventHubDeps = { feed: EventFeed; events: Events; stopping: AbortSignal }

/**
 * All live streams of this process. Each batch of new events is read once (by the feed), encoded once, and written to
 * every stream; a stream that is behind reads on from a ring of the newest events, and only one that is further behind
 * asks the database.
 */
export function makeEventHub({ feed, events, stopping }: EventHubDeps): EventHub {
  const ring = makeEventRing(ringLimits)
  const ofAll = new Set<EventStream>()
  const ofOrders = new Map<string, Set<EventStream>>()
  const readShared = makeSharedReads(events)
  let waiting: Frame[] = []
  let isFlushing = false
  let flushedAt = Number.NEGATIVE_INFINITY
  let unsubscribe: (() => void) | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let streams = 0

  const everyStream = () => [...ofAll, ...[...ofOrders.values()].flatMap((some) => [...some])]
  const inTurns = async (some: readonly EventStream[], work: (stream: EventStream) => void) => {
    for (let at = 0; at < some.length; at += writesInTurn) {
      if (at > 0) await nextTurn()
      for (const stream of some.slice(at, at + writesInTurn)) work(stream)
    }
  }

  const flush = async () => {
    isFlushing = true
    while (waiting.length > 0) {
      const pauseMs = flushedAt + Math.min(mostGatherMs, streams * gatherMsPerStream) - performance.now()
      if (pauseMs > 0) await sleep(pauseMs)
      flushedAt = performance.now()
      const frames = waiting
      waiting = []
      const follows = (frames[0]?.seq ?? 0) - 1
      const bytes = Buffer.concat(frames.map((frame) => frame.bytes))
      for (const frame of frames) {
        for (const stream of ofOrders.get(frame.orderId) ?? []) stream.offer([frame], -1, frame.bytes)
      }
      await inTurns([...ofAll], (stream) => stream.offer(frames, follows, bytes))
    }
    isFlushing = false
  }

  const onNews = (news: readonly StoredEvent[] | 'unknown') => {
    if (news === 'unknown') {
      ring.clear()
      for (const stream of everyStream()) stream.catchUp()
      return
    }
    const frames = news.map(frameOf)
    ring.push(frames)
    waiting.push(...frames)
    if (!isFlushing) void flush()
  }

  const start = () => {
    unsubscribe ??= feed.onEvents(onNews)
    heartbeat ??= setInterval(() => void inTurns(everyStream(), (stream) => stream.heartbeat()), heartbeatMs)
  }
  const end = () => {
    unsubscribe?.()
    clearInterval(heartbeat)
    unsubscribe = undefined
    heartbeat = undefined
    ring.clear()
  }
  stopping.addEventListener('abort', () => {
    for (const stream of everyStream()) stream.stop()
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
          (orderId === undefined ? ring.after(last, limit) : undefined) ?? (await readShared(orderId, last, limit)),
      })
      const group = orderId === undefined ? ofAll : (ofOrders.get(orderId) ?? new Set())
      group.add(stream)
      if (orderId !== undefined) ofOrders.set(orderId, group)
      if (stopping.aborted) stream.stop()
      await stream.ended
      group.delete(stream)
      if (orderId !== undefined && group.size === 0) ofOrders.delete(orderId)
      streams -= 1
      if (streams === 0) end()
    },
  }
}

/** Reads of the database, a few at a time; streams that ask for the same at the same time share the answer. */
function makeSharedReads(events: Events) {
  const running = new Map<string, Promise<readonly Frame[]>>()
  const queue: (() => void)[] = []
  let free = mostReading
  const acquire = async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
  }
  const release = () => {
    const next = queue.shift()
    if (next === undefined) free += 1
    else next()
  }
  const read = async (orderId: string | undefined, after: number, limit: number) => {
    await acquire()
    try {
      const found =
        orderId === undefined ? await events.listAll(after, limit) : await events.listOfOrder(orderId, after, limit)
      return found.map(frameOf)
    } finally {
      release()
    }
  }
  return (orderId: string | undefined, after: number, limit: number): Promise<readonly Frame[]> => {
    const key = `${orderId} ${after} ${limit}`
    const shared = running.get(key)
    if (shared !== undefined) return shared
    const started = read(orderId, after, limit).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
