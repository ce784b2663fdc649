import { finalStatuses, type Order, type TandemClient, TandemError, trackOrder } from '@tandem/sdk'
import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds until an order is asked for again after an error that the service calls lasting. */
const defaultRetryMs = 30_000

export const isFinal = (order: Order | undefined): boolean =>
  order !== undefined && finalStatuses.includes(order.status)

/**
 * Reads an order, and asks again after any error. Even "no such order" may be untrue a moment later, when the answer came from
 * a replica that is behind its database.
 */
export const orderQuery = (
  client: TandemClient,
  orderId: string | undefined,
  { retryMs = defaultRetryMs }: { retryMs?: number } = {},
) => ({
  queryKey: ['tandem', 'order', orderId],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Order> => client.getOrder(orderId as string, { signal }),
  enabled: orderId !== undefined,
  retry: (failures: number, error: Error) => error instanceof TandemError && error.retryable && failures < 3,
  refetchInterval: ({ state }: { state: { status: string; data: Order | undefined } }) =>
    state.status === 'error' && !isFinal(state.data) ? retryMs : (false as const),
})

export interface FollowOrder {
  client: TandemClient
  queries: QueryClient
  order: Order
  signal: AbortSignal
  /** Milliseconds until the order is asked for again after an error. */
  retryMs?: number
  /** Milliseconds between two reads while there is no event stream. */
  pollMs?: number
}

/** Writes every change of an order into the query cache until the order is final. An error delays it and does not end it. */
export async function followOrder({
  client,
  queries,
  order,
  signal,
  retryMs = defaultRetryMs,
  pollMs = 2_000,
}: FollowOrder): Promise<void> {
  const { queryKey } = orderQuery(client, order.order_id)
  let last = order
  while (!signal.aborted && !isFinal(last)) {
    try {
      for await (last of trackOrder(client, last, { signal, pollMs })) queries.setQueryData(queryKey, last)
    } catch {
      if (signal.aborted) return
      void queries.invalidateQueries({ queryKey })
      await pause(retryMs, signal)
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
