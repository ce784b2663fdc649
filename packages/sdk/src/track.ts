import { isFinal } from '@tandem/rules'
import type { TandemClient } from './client/create-client.ts'
import type { Order } from './client/types.ts'
import { openEventBell } from './event-bell.ts'
import { askedPauseMs, TandemError } from './tandem-error.ts'

/** Options of {@link trackOrder}. */
export interface TrackOptions {
  /** Milliseconds between two reads while there is no event stream; 2,000 by default. */
  pollMs?: number
  /** Milliseconds between two reads beside a stream: a proxy can hold events back; 15,000 by default. */
  besideStreamMs?: number
  /** Ends the track with `ABORTED`. */
  signal?: AbortSignal
}

/**
 * Any order at the start and at each change of its status, until a final one: what the orderbook says is not verified. It
 * follows the event stream where there is one, and polls where there is none, or where a proxy holds the stream back: an
 * event only says that it is time to read.
 *
 * @param last the order as last read.
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
        // A failed read says nothing about the order: the next read may succeed.
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
