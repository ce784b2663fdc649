import { ttlCache } from '@tandem/service-kit'
import type { Clock } from '../ports.ts'

export type StatsWindow = {
  totalOrders: number
  completedOrders: number
  cancelledOrders: number
  uniqueUsers: number
  /** The volume of completed orders in US dollars. A float is enough for display. */
  volumeUsd: number
  completionSecs: number
}

/** The orders that were created in one hour, counted by their present status. */
export type StatsHour = {
  /** The start of the hour, in ISO 8601. */
  hour: string
  totalOrders: number
  completedOrders: number
  cancelledOrders: number
  volumeUsd: number
}

/** The upper bounds of the histogram's buckets, in seconds. One more bucket has no bound. */
export const completionBounds = [15, 30, 60, 120, 300, 600, 1_800, 3_600] as const

/** How long swaps took, in seconds. */
export type CompletionTimes = {
  p50Secs: number
  p95Secs: number
  orders: number
  /** The oldest completion that was measured, in ISO 8601. */
  since: string
  /** The orders in each bucket of {@link completionBounds}, and in the last bucket without a bound. */
  counts: number[]
}

/** The statistics. A day is the current hour and the 24 before it; a week is the current hour and the 168 before it. */
export type Stats = {
  allTime: StatsWindow
  lastDay: StatsWindow
  lastWeek: StatsWindow
  pairs: { source: string; destination: string; orders: number; volume: number }[]
  assets: { asset: string; orders: number; volume: number }[]
  /** The hours that have orders, the oldest first. */
  hours: StatsHour[]
  /** Null when nothing was measured. */
  completionTimes: CompletionTimes | null
}

export type ComputedStats = { readonly stats: Stats; readonly computedAtMs: number }

export interface StatsReader {
  /** The newest statistics. They are stored, so that all replicas share one computation. */
  latest(maxAgeMs: number, nowMs: number): Promise<ComputedStats>
}

/** Caches the statistics in this process. Simultaneous callers wait for one computation. */
export function makeReadStats({ stats, cacheSecs, now }: { stats: StatsReader; cacheSecs: number; now: Clock }) {
  const maxAgeMs = cacheSecs * 1000
  const read = ttlCache(maxAgeMs, (_all: 'all') => stats.latest(maxAgeMs, now()), {
    now,
    // The age counts from the computation, which may be another replica's.
    madeAt: ({ computedAtMs }) => computedAtMs,
  })
  return (): Promise<ComputedStats> => read('all')
}
