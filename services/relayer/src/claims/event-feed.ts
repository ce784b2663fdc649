import { AppError } from '@tandem/service-kit'
import type { Orderbook } from '../work/ports.ts'

/** The types of events after which a claim that waits may be safe, or may have to end. */
const decisive: readonly string[] = ['order.status_changed', 'order.reveal_safe']

/** How many pages of events one reading takes. The next reading goes on from there. */
const maxPages = 20

export interface EventFeed {
  /**
   * Reads the events since the last reading.
   * @param anchorOrder the order whose newest event is where the first reading begins.
   * @returns the orders that had a decisive event; `isNew` when earlier events may have been missed.
   */
  read(anchorOrder: string): Promise<{ orderIds: string[]; isNew: boolean }>
  /** Forgets the position, so that the next reading begins at the newest event of its anchor order. */
  reset(): void
}

/** Follows the orderbook's events by pages, from a position in memory. The events only say when to check. */
export function makeEventFeed(orderbook: Pick<Orderbook, 'listEvents' | 'lastEventOf'>): EventFeed {
  let position: number | undefined

  async function readOn(from: number): Promise<string[]> {
    const orderIds = new Set<string>()
    for (let pages = 0, hasMore = true; hasMore && pages < maxPages; pages += 1) {
      const page = await orderbook.listEvents(position ?? from)
      for (const { order_id: orderId, type } of page.data) if (decisive.includes(type)) orderIds.add(orderId)
      position = page.last_seq
      hasMore = page.has_more
    }
    return [...orderIds]
  }

  return {
    async read(anchorOrder) {
      const isNew = position === undefined
      const from = position ?? (await orderbook.lastEventOf(anchorOrder))
      try {
        return { orderIds: await readOn(from), isNew }
      } catch (error) {
        // The orderbook no longer keeps the events after this position. The next reading begins at one that is kept, and has
        // every claim checked.
        if (error instanceof AppError && error.code === 'EVENTS_GONE') position = undefined
        throw error
      }
    },
    reset() {
      position = undefined
    },
  }
}
