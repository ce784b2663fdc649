import { isFinal } from '@tandem/contracts/rules'
import type { TandemClient } from '../client/create-client.ts'
import type { Order } from '../client/types.ts'
import { readAgain } from './wait-for.ts'
import { watchEvents } from './watch-events.ts'

export interface TrackOptions {
  /** Milliseconds without an event stream; 2,000 by default. */
  pollMs?: number
  /** Ends with `ABORTED`. */
  signal?: AbortSignal
}

/** A proxy can hold a stream back. */
const besideStreamMs = 15_000

/**
 * An order at each change of its status, until a final one, by the orderbook's word. An event only says that it is time
 * to read.
 * @param last as last read.
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
