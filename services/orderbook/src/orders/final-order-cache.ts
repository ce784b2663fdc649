import { createHash } from 'node:crypto'
import type { ChangeFeed } from '../events/ports.ts'
import { type EncodedAnswer, encodedAs } from './order.answers.ts'

export type TaggedAnswer = EncodedAnswer & { readonly etag: string }

export type FinalOrderCache = {
  get(orderId: string): TaggedAnswer | undefined
  /** Call before reading the order: an answer is not stored when orders changed meanwhile. */
  reading(): (orderId: string, body: string) => TaggedAnswer
}

/**
 * A deep reorg or a late deposit changes a final order; its event evicts it. When the feed cannot tell, everything
 * goes.
 */
export function makeFinalOrderCache(feed: ChangeFeed, capacity: number): FinalOrderCache & { close(): void } {
  // A plain Map, because every poll of a final order reads it: its order of insertion is good enough to drop the oldest.
  const answers = new Map<string, TaggedAnswer>()
  let changes = 0
  let stopListening: (() => void) | undefined
  const listen = () =>
    feed.onChanges((changed) => {
      changes += 1
      if (changed === 'unknown') answers.clear()
      else for (const orderId of changed) answers.delete(orderId)
    })
  return {
    get: (orderId) => answers.get(orderId),
    reading: () => {
      stopListening ??= listen()
      const before = changes
      return (orderId, body) => {
        const answer = { ...encodedAs(body), etag: etagOf(body) }
        if (changes !== before) return answer
        if (answers.size >= capacity) for (const oldest of answers.keys()) if (answers.delete(oldest)) break
        answers.set(orderId, answer)
        return answer
      }
    },
    close: () => stopListening?.(),
  }
}

const etagOf = (body: string): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
