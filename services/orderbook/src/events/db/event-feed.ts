import { type IntervalLoop, startIntervalLoop } from '@tandem/service-kit'
import type { PrismaClient } from '../../db/client.ts'
import type { EventFeed, StoredEvent } from '../ports.ts'
import { readEventsAfter, sequenceUnlessRunning } from './event.store.ts'
import { newestSeq } from './newest-seq.ts'
import { paced } from './paced.ts'

const pollEveryMs = 200
/**
 * The shortest time between two reads, in milliseconds. Without this limit, every new order would
 * cost six statements.
 */
const nudgesApartMs = 20
const batchSize = 1_000
/** How long the feed does not read after a failure. */
const pauseMs = 2_000

export type EventFeedOptions = { onError: (error: unknown) => void }

type News = readonly StoredEvent[] | 'unknown'

/**
 * Reads each new event once per process for all listeners, whichever process wrote it. NOTIFY would serialise the
 * writers' commits (ADR 0015).
 */
export function makeEventFeed(
  prisma: PrismaClient,
  { onError }: EventFeedOptions,
): EventFeed & { nudge(): void; stopped(): Promise<void> } {
  const listeners = new Set<(news: News) => void>()
  const reader = makeNewsReader(prisma)
  let loop: IntervalLoop | undefined
  let stopped: Promise<void> = Promise.resolve()
  let isPolling = false
  let pausedUntil = 0

  const hurry = paced(() => loop?.trigger(), nudgesApartMs)

  const announce = (news: News) => {
    for (const listener of [...listeners]) listener(news)
  }

  const poll = async () => {
    if (isPolling || performance.now() < pausedUntil) return
    isPolling = true
    try {
      await sequenceUnlessRunning(prisma)
      for (let isMore = true; isMore; ) {
        const news = await reader.read()
        if (news.length > 0) announce(news)
        isMore = news.length === batchSize
      }
    } catch (error) {
      reader.forget()
      pausedUntil = performance.now() + pauseMs
      announce('unknown')
      onError(error)
    } finally {
      isPolling = false
    }
  }

  return {
    onEvents: (listener) => {
      listeners.add(listener)
      loop ??= startIntervalLoop({ round: poll, onError, intervalMs: pollEveryMs, delayMs: pollEveryMs })
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopped = Promise.all([stopped, loop?.stop()]).then(() => undefined)
        hurry.cancel()
        loop = undefined
        reader.forget()
      }
    },
    stopped: () => stopped,
    nudge: () => {
      if (listeners.size > 0) hurry.ask()
    },
  }
}

function makeNewsReader(prisma: PrismaClient) {
  let last: number | undefined
  return {
    /** The first answer is `unknown`, because listeners may have missed earlier events. */
    read: async (): Promise<News> => {
      if (last === undefined) {
        last = Number(await newestSeq(prisma))
        return 'unknown'
      }
      const events = await readEventsAfter(prisma, last, batchSize)
      last = events.at(-1)?.seq ?? last
      return events
    },
    forget: () => {
      last = undefined
    },
  }
}
