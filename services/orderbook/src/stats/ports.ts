import type { RouteConfig } from '@tandem/contracts'

/** Seconds. */
export type CompletionTime = {
  readonly p50Secs: number
  readonly p95Secs: number
  readonly orders: number
  readonly since: Date
}

export interface RouteTimes {
  /** By `source>destination`; only measured routes. */
  measure(routes: readonly RouteConfig[]): Promise<ReadonlyMap<string, CompletionTime>>
}
