import { type EvidenceOptions, type InspectedSide, inspectSide, type KnownNetwork, type Order } from '@tandem/sdk'
import { queryOptions } from '@tanstack/react-query'

export type Side = 'source' | 'destination'

/** How often the browser looks at the chains while an order's page is open, in milliseconds. */
const paceMs = 5_000

const final: ReadonlySet<Order['status']> = new Set(['completed', 'cancelled'])

/** One side of an order, read from its chain by this browser; nothing while there is no order. */
export const inspectionQuery = (
  { network, evidence }: { network: KnownNetwork; evidence: EvidenceOptions },
  order: Order | undefined,
  side: Side,
) =>
  queryOptions({
    queryKey: ['tandem', 'inspection', order?.order_id, side, order?.[`${side}_intent`].status],
    queryFn: () => inspectSide(order as Order, `${side}_intent`, network, evidence),
    enabled: order !== undefined,
    refetchInterval: order === undefined || final.has(order.status) ? false : paceMs,
    placeholderData: (before: InspectedSide | undefined) => before,
    // Amounts are bigint.
    structuralSharing: false,
    retry: false,
  })
