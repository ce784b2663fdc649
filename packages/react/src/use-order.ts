import type { Order, TandemError } from '@tandem/sdk'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followOrder, isFinal, orderQuery } from './follow-order.ts'
import { useTandem } from './provider.ts'

/**
 * Follows an order until it is final: by its event stream, or by polling where there is none. What it shows is the orderbook's
 * claim, which no chain has confirmed to this browser. Show it to the user, and base no payment on it.
 * @param options.orderId the order. Nothing is asked while it is `undefined`.
 * @returns the query. After an error the order is asked for again 30 seconds later, and `error` is a `TandemError` meanwhile.
 * @example
 * const { data: order, error } = useOrder({ orderId })
 */
export function useOrder({ orderId }: { orderId: string | undefined }): UseQueryResult<Order, TandemError> {
  const { client } = useTandem()
  const queries = useQueryClient()
  const query = useQuery<Order, TandemError>(orderQuery(client, orderId))
  const isOpen = query.data !== undefined && !isFinal(query.data)
  useEffect(() => {
    const order = queries.getQueryData<Order>(orderQuery(client, orderId).queryKey)
    if (!isOpen || order === undefined) return
    const leaving = new AbortController()
    void followOrder({ client, queries, order, signal: leaving.signal })
    return () => leaving.abort()
  }, [client, queries, orderId, isOpen])
  return query
}
