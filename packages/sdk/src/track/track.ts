import { isFinal } from '@tandem/contracts/rules'
import type { TandemClient } from '../client/create-client.ts'
import type { Order } from '../client/types.ts'
import { readAgain } from './wait-for.ts'
import { watchEvents } from './watch-events.ts'

export interface TrackOptions {
  /** Milliseconds between two reads without an event stream; 2,000 by default. */
  pollMs?: number
  /** Ends the tracking with `ABORTED`. */
  signal?: AbortSignal
}

/** Milliseconds between two reads beside a stream, because a proxy can hold the stream back. */
const besideStreamMs = 15_000

/**
 * Yields an order at each change of its status, until a final one, as the orderbook says it. An event only means that
 * it is time to read.
 *
 * @param last the order as last read.
 * @example for await (const order of trackOrder(client, swap.order)) show(order.status)
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
