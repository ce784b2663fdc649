import type { OrderWire } from '@tandem/contracts'
import { inspectSide } from '@tandem/sdk'
import { queryOptions } from '@tanstack/react-query'
import type { Deployment } from './deployment.ts'

export type Side = 'source' | 'destination'

/** How often the browser looks at the chains while an order's page is open, in milliseconds. */
const paceMs = 5_000

const final: ReadonlySet<OrderWire['status']> = new Set(['completed', 'cancelled'])

/** One side of an order, read from its chain by this browser; nothing while there is no order. */
export const inspectionQuery = ({ network, evidence }: Deployment, order: OrderWire | undefined, side: Side) =>
  queryOptions({
    queryKey: ['inspection', order?.order_id, side, order?.[`${side}_intent`].status],
    queryFn: () => inspectSide(order as OrderWire, `${side}_intent`, network, evidence),
    enabled: order !== undefined,
    refetchInterval: order === undefined || final.has(order.status) ? false : paceMs,
    placeholderData: (before: Awaited<ReturnType<typeof inspectSide>> | undefined) => before,
    // Amounts are bigint.
    structuralSharing: false,
    retry: false,
  })
