import { isFinal } from '@tandem/contracts/rules'
import type { Order, OrderStatus } from '../client/types.ts'
import { sleep } from '../sleep.ts'
import { askedPauseMs, TandemError } from '../tandem-error.ts'

/** The options of `Swap.waitFor`. */
export interface WaitOptions {
  /** Milliseconds between two reads; 1,000 by default. The orderbook can ask for up to 60,000 by `Retry-After`. */
  pollMs?: number
  /** Milliseconds until the wait ends with `TIMEOUT`; 600,000 by default. */
  timeoutMs?: number
  /** Called whenever the status changes. */
  onChange?: (order: Order) => void
  /** Ends the wait with `ABORTED`. */
  signal?: AbortSignal
}

/** Reads an order. After a retryable error it returns the order as it was last read, and how long to wait. */
export async function readAgain(
  read: () => Promise<Order>,
  last: Order,
  pollMs: number,
): Promise<{ order: Order; pauseMs?: number }> {
  try {
    return { order: await read() }
  } catch (error) {
    if (!(error instanceof TandemError && error.retryable)) throw error
    return { order: last, pauseMs: Math.max(pollMs, askedPauseMs(error, 60_000)) }
  }
}

/**
 * Waits until an order has one of these statuses.
 *
 * @param options.last the order as it was last read.
 * @throws `TIMEOUT`, `ABORTED`; `ORDER_FINAL` when the order ends in another status.
 */
export async function waitFor(
  statuses: readonly OrderStatus[],
  options: WaitOptions & { refresh: () => Promise<Order>; last: Order },
): Promise<Order> {
  const { refresh, pollMs = 1000, timeoutMs = 600_000, onChange, signal } = options
  const until = Date.now() + timeoutMs
  let order = options.last
  for (;;) {
    const before = order.status
    const next = await readAgain(refresh, order, pollMs)
    order = next.order
    if (order.status !== before) onChange?.(order)
    if (statuses.includes(order.status)) return order
    if (isFinal(order.status))
      throw new TandemError('ORDER_FINAL', `the order is ${order.status}; waited for ${statuses.join(' or ')}`)
    if (Date.now() > until)
      throw new TandemError('TIMEOUT', `the order is still ${order.status} after ${timeoutMs} ms`, { retryable: true })
    await sleep(next.pauseMs ?? pollMs, signal)
  }
}
