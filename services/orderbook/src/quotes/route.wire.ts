import type { RouteWire } from '@tandem/contracts'
import type { LiveRoute } from './read-routes.ts'

export function routeWire({
  route: { paused: _paused, ...route },
  limits,
  networkFee,
  basis,
  makers,
  closedBy,
  completionTime,
}: LiveRoute): RouteWire {
  const { source, destination } = limits
  return {
    ...route,
    ...(closedBy === 'ROUTE_PAUSED' ? { paused: true } : {}),
    limits: {
      min_source_amount: String(source.least),
      max_source_amount: String(source.most),
      min_destination_amount: String(destination.least),
      max_destination_amount: String(destination.most),
      basis,
    },
    network_fee: networkFee === null ? null : String(networkFee),
    makers,
    closed_by: closedBy,
    completion_time: completionTime && {
      p50_secs: completionTime.p50Secs,
      p95_secs: completionTime.p95Secs,
      orders: completionTime.orders,
      since: completionTime.since.toISOString(),
    },
  }
}
