import { isFinal } from '@tandem/rules'
import type { TandemClient } from './client/create-client.ts'
import type { Order } from './client/types.ts'
import { openEventBell } from './event-bell.ts'
import { askedPauseMs, TandemError } from './tandem-error.ts'

/** Options of {@link trackOrder}. */
export interface TrackOptions {
  /** Milliseconds without an event stream; 2,000 by default. */
  pollMs?: number
  /** Milliseconds beside a stream, which a proxy can hold back; 15,000 by default. */
  besideStreamMs?: number
  /** Ends with `ABORTED`. */
  signal?: AbortSignal
}

/**
 * An order at each change of its status, until a final one, by the orderbook's word. An event only says that it is time
 * to read.
 * @param last as last read.
 */
export async function* trackOrder(
  { getOrder, openOrderStream: openStream }: TandemClient,
  last: Order,
  { pollMs = 2000, besideStreamMs = 15_000, signal }: TrackOptions = {},
): AsyncGenerator<Order, void> {
  let order = last
  const bell = openEventBell({ openStream, orderId: order.order_id, retryMs: pollMs })
  try {
    yield order
    while (!isFinal(order.status)) {
      let pauseMs = bell.isOpen() ? besideStreamMs : pollMs
      const before = order
      order = await getOrder(order.order_id).catch((error: unknown) => {
        // The next read may succeed.
        if (!(error instanceof TandemError && error.retryable)) throw error
        pauseMs = Math.max(pollMs, askedPauseMs(error, 60_000))
        return before
      })
      if (order.status !== before.status) yield order
      else await bell.wait(pauseMs, signal)
    }
  } finally {
    bell.close()
  }
}
