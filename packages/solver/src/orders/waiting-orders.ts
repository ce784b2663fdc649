import type { Order } from '@tandem/sdk'
import type { Sides } from './sides.ts'

export interface WaitingOrders {
  /** Waits until the next block of the faster of both chains. */
  wait(key: string, order: Order, sides: Sides): void
  /** Waits for a moment that grows with each call, up to a block. */
  waitShortly(key: string, order: Order, sides: Sides): void
  /** Waits for one block, then for two, four and so on, up to half a minute, or to one block where that is longer. */
  retry(key: string, order: Order, sides: Sides): void
  take(key: string): void
  forget(key: string): void
  due(): Order[]
}

const longestPauseMs = 30_000
/** The shortest wait, in milliseconds. One endpoint may show a new block some hundred milliseconds after another. */
const shortPauseMs = 250
/** Seconds after its last deadline when an order is forgotten. */
const forgetAfterSecs = 7 * 86_400

/** @param now unix milliseconds. */
export function makeWaitingOrders(now: () => number): WaitingOrders {
  const waiting = new Map<string, { order: Order; dueAt: number }>()
  const failures = new Map<string, number>()
  const hurries = new Map<string, number>()

  const forget = (key: string): void => {
    waiting.delete(key)
    failures.delete(key)
    hurries.delete(key)
  }

  return {
    wait(key, order, sides) {
      failures.delete(key)
      hurries.delete(key)
      waiting.set(key, { order, dueAt: now() + blockMsOf(sides) })
    },
    waitShortly(key, order, sides) {
      failures.delete(key)
      const hurried = hurries.get(key) ?? 0
      hurries.set(key, hurried + 1)
      waiting.set(key, { order, dueAt: now() + Math.min(blockMsOf(sides), shortPauseMs * 2 ** hurried) })
    },
    retry(key, order, sides) {
      const lastDeadline = Math.max(sides.source.terms.cancelAfter, sides.destination.terms.cancelAfter)
      if (now() / 1_000 > lastDeadline + forgetAfterSecs) {
        forget(key)
        return
      }
      const failed = failures.get(key) ?? 0
      failures.set(key, failed + 1)
      const blockMs = blockMsOf(sides)
      const pauseMs = Math.min(blockMs * 2 ** failed, Math.max(blockMs, longestPauseMs))
      waiting.set(key, { order, dueAt: now() + pauseMs })
    },
    take: (key) => void waiting.delete(key),
    forget,
    due: () => [...waiting.values()].flatMap(({ order, dueAt }) => (dueAt <= now() ? [order] : [])),
  }
}

const blockMsOf = ({ source, destination }: Sides): number =>
  Math.min(source.chain.config.block_time_ms, destination.chain.config.block_time_ms)
