import type { RouteConfig } from '@tandem/contracts'

/** How long swaps of a route took, in seconds. */
export type CompletionTime = {
  readonly p50Secs: number
  readonly p95Secs: number
  readonly orders: number
  readonly since: Date
}

export interface RouteTimes {
  /** The times of the routes that could be measured, by `source>destination`. */
  measure(routes: readonly RouteConfig[]): Promise<ReadonlyMap<string, CompletionTime>>
}
