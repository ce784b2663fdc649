import type { Order, TandemError } from '@tandem/sdk'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followOrder, isFinal, orderQuery } from './follow-order.ts'
import { useTandem } from './provider.ts'

/**
 * Until it is final, by the orderbook's word: move no money by it.
 * @param options.orderId nothing is asked while it is `undefined`.
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
