import type { Order } from '@tandem/sdk'
import type { Sides } from './sides.ts'

/** Orders that wait for a block, to be looked at again without asking the orderbook; each under the key of its source. */
export interface WaitingOrders {
  /** The order waits for the next block of its faster chain. */
  wait(key: string, order: Order, sides: Sides): void
  /** The order is looked at now. */
  remove(key: string): void
  /** The orders whose time has come. */
  due(): Order[]
}

/** @param now unix milliseconds. */
export function makeWaitingOrders(now: () => number): WaitingOrders {
  const waiting = new Map<string, { order: Order; dueAt: number }>()
  return {
    wait(key, order, { source, destination }) {
      const blockMs = Math.min(source.chain.config.block_time_ms, destination.chain.config.block_time_ms)
      waiting.set(key, { order, dueAt: now() + blockMs })
    },
    remove: (key) => void waiting.delete(key),
    due: () => [...waiting.values()].flatMap(({ order, dueAt }) => (dueAt <= now() ? [order] : [])),
  }
}
