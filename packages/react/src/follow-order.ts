import { finalStatuses, type Order, type TandemClient, TandemError, trackOrder } from '@tandem/sdk'
import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds after an error that is no passing one. */
const againMs = 30_000

export const isFinal = (order: Order | undefined): boolean =>
  order !== undefined && finalStatuses.includes(order.status)

/** A refusing service may be behind its database. */
export const orderQuery = (
  client: TandemClient,
  orderId: string | undefined,
  { pauseMs = againMs }: { pauseMs?: number } = {},
) => ({
  queryKey: ['tandem', 'order', orderId],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Order> => client.getOrder(orderId as string, { signal }),
  enabled: orderId !== undefined,
  retry: (failures: number, error: Error) => error instanceof TandemError && error.retryable && failures < 3,
  refetchInterval: ({ state }: { state: { status: string; data: Order | undefined } }) =>
    state.status === 'error' && !isFinal(state.data) ? pauseMs : (false as const),
})

export interface FollowOrder {
  client: TandemClient
  queries: QueryClient
  order: Order
  signal: AbortSignal
  /** Milliseconds after an error that is no passing one. */
  pauseMs?: number
  pollMs?: number
}

/** Until the order is final. No error ends it. */
export async function followOrder({
  client,
  queries,
  order,
  signal,
  pauseMs = againMs,
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
      await pause(pauseMs, signal)
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
