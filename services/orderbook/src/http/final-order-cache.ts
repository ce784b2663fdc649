import type { EventFeed } from '../usecases/ports.ts'

export type FinalOrderCache = {
  get(orderId: string): Buffer | undefined
  /** Call before reading the order; the answer stores what was made of it, unless orders changed meanwhile. */
  reading(): (orderId: string, body: Buffer) => void
}

/**
 * Encoded answers of final orders, which hardly ever change. When one does after all (a deep reorg, a late deposit),
 * its event evicts it here as soon as the feed tells; when the feed cannot tell, everything goes. The oldest go first.
 */
export function makeFinalOrderCache(feed: EventFeed, capacity: number): FinalOrderCache & { close(): void } {
  const bodies = new Map<string, Buffer>()
  let changes = 0
  let stopListening: (() => void) | undefined
  const listen = () =>
    feed.onChanges((changed) => {
      changes += 1
      if (changed === 'unknown') bodies.clear()
      else for (const orderId of changed) bodies.delete(orderId)
    })
  return {
    get: (orderId) => bodies.get(orderId),
    reading: () => {
      stopListening ??= listen()
      const before = changes
      return (orderId, body) => {
        if (changes !== before) return
        if (bodies.size >= capacity) for (const oldest of bodies.keys()) if (bodies.delete(oldest)) break
        bodies.set(orderId, body)
      }
    },
    close: () => stopListening?.(),
  }
}
