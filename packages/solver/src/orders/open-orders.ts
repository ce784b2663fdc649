import type { Order, TandemClient } from '@tandem/sdk'

export type OrderSource = Pick<TandemClient, 'listOrders'>

export const openStatuses: readonly string[] = [
  'source_initiated',
  'destination_initiated',
  'destination_claimed',
  'bridging',
  'bridge_failed',
  'refundable',
  'conflict',
]

/** Reads all open orders, page by page with a cursor, so that none is skipped when others end meanwhile. */
export async function* openOrders(client: OrderSource, stopping: AbortSignal): AsyncGenerator<Order> {
  let cursor: string | undefined
  do {
    const page = await client.listOrders({
      status: openStatuses.join(','),
      limit: 100,
      ...(cursor === undefined ? {} : { cursor }),
    })
    yield* page.data
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && !stopping.aborted)
}
