import { type EvidenceOptions, type InspectedSide, inspectSide, type KnownNetwork, type Order } from '@tandem/sdk'
import { queryOptions } from '@tanstack/react-query'

export type Side = 'source' | 'destination'

/** Milliseconds between two reads of an escrow while its order is open. */
const refetchMs = 5_000

const final: ReadonlySet<Order['status']> = new Set(['completed', 'cancelled'])

/**
 * Reads the escrow of one side of an order from its chain, over the app's own endpoints. Nothing is read while there is no
 * order.
 */
export const inspectionQuery = (
  { network, evidence }: { network: KnownNetwork; evidence: EvidenceOptions },
  order: Order | undefined,
  side: Side,
) =>
  queryOptions({
    queryKey: ['tandem', 'inspection', order?.order_id, side, order?.[`${side}_intent`].status],
    queryFn: () => inspectSide(order as Order, `${side}_intent`, network, evidence),
    enabled: order !== undefined,
    refetchInterval: order === undefined || final.has(order.status) ? false : refetchMs,
    placeholderData: (before: InspectedSide | undefined) => before,
    // TanStack Query compares old and new data as JSON, which has no bigint.
    structuralSharing: false,
    retry: false,
  })
