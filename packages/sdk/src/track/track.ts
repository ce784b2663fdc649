import { isFinal } from '@tandem/contracts/rules'
import type { TandemClient } from '../client/create-client.ts'
import type { Order } from '../client/types.ts'
import { readAgain } from './wait-for.ts'
import { watchEvents } from './watch-events.ts'

/** The options of {@link trackOrder}. */
export interface TrackOptions {
  /** Milliseconds between two reads while no event stream is open; 2,000 by default. */
  pollMs?: number
  /** Ends the tracking with `ABORTED`. */
  signal?: AbortSignal
}

/** Milliseconds between two reads while a stream is open. They go on, because a proxy can hold events back. */
const besideStreamMs = 15_000

/**
 * Yields the order whenever its status changes, until the status is final. The status is what the orderbook says. The
 * order is read again at each event of its stream, and at an interval.
 *
 * @param last the order as it was last read. It is yielded first.
 * @throws `ABORTED`; errors of the orderbook that are not retryable.
 * @example
 * for await (const order of trackOrder(client, swap.order)) show(order.status)
 */
export async function* trackOrder(
  { getOrder, openOrderStream }: TandemClient,
  last: Order,
  { pollMs = 2000, signal }: TrackOptions = {},
): AsyncGenerator<Order, void> {
  let order = last
  const events = watchEvents(openOrderStream, order.order_id, pollMs)
  try {
    yield order
    while (!isFinal(order.status)) {
      const before = order.status
      const next = await readAgain(() => getOrder(order.order_id), order, pollMs)
      order = next.order
      if (order.status !== before) yield order
      else await events.wait(next.pauseMs ?? (events.isOpen() ? besideStreamMs : pollMs), signal)
    }
  } finally {
    events.close()
  }
}
