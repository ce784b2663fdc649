import { finalStatuses, type Order, type TandemError, trackOrder } from '@tandem/sdk'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTandem } from './provider.ts'

const orderKey = (orderId: string | undefined) => ['tandem', 'order', orderId]

/**
 * An order, followed by its event stream, and by polling where there is none, until it is final. It is the orderbook's word:
 * show it, and move no money by it.
 *
 * @param options.orderId nothing is asked while it is `undefined`.
 */
export function useOrder({ orderId }: { orderId: string | undefined }): UseQueryResult<Order, TandemError> {
  const { client } = useTandem()
  const queries = useQueryClient()
  const query = useQuery<Order, TandemError>({
    queryKey: orderKey(orderId),
    queryFn: ({ signal }) => client.getOrder(orderId as string, { signal }),
    enabled: orderId !== undefined,
    retry: (failures, error) => error.retryable && failures < 3,
  })
  const isOpen = query.data !== undefined && !finalStatuses.includes(query.data.status)
  useEffect(() => {
    const order = queries.getQueryData<Order>(orderKey(orderId))
    if (!isOpen || order === undefined) return
    const leaving = new AbortController()
    const follow = async () => {
      for await (const next of trackOrder(client, order, { signal: leaving.signal }))
        queries.setQueryData(orderKey(orderId), next)
    }
    // A refusal shows with the next read; leaving the page ends the track as well.
    follow().catch(() => queries.invalidateQueries({ queryKey: orderKey(orderId) }))
    return () => leaving.abort()
  }, [client, queries, orderId, isOpen])
  return query
}
