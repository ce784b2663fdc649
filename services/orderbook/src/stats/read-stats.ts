import { ttlCache } from '@tandem/service-kit'
import type { Clock } from '../ports.ts'

export type StatsWindow = {
  totalOrders: number
  completedOrders: number
  cancelledOrders: number
  uniqueUsers: number
  /** US dollars of completed orders. For display: a float is enough. */
  volumeUsd: number
  completionSecs: number
}

/** By where the orders are now. */
export type StatsHour = {
  /** ISO 8601, the start of the hour. */
  hour: string
  totalOrders: number
  completedOrders: number
  cancelledOrders: number
  volumeUsd: number
}

/** Seconds; the last class has no bound. */
export const completionBounds = [15, 30, 60, 120, 300, 600, 1_800, 3_600] as const

/** Seconds. */
export type CompletionTimes = {
  p50Secs: number
  p95Secs: number
  orders: number
  /** ISO 8601. */
  since: string
  /** By {@link completionBounds}, and beyond the last. */
  counts: number[]
}

/** The running hour and the 24 (or 168) before it. */
export type Stats = {
  allTime: StatsWindow
  lastDay: StatsWindow
  lastWeek: StatsWindow
  pairs: { source: string; destination: string; orders: number; volume: number }[]
  assets: { asset: string; orders: number; volume: number }[]
  /** Oldest first; without empty hours. */
  hours: StatsHour[]
  /** `null` where nothing was measured. */
  completionTimes: CompletionTimes | null
}

export type ComputedStats = { readonly stats: Stats; readonly computedAtMs: number }

export interface StatsReader {
  /** Shared by all replicas. */
  latest(maxAgeMs: number, nowMs: number): Promise<ComputedStats>
}

/** Concurrent misses wait for one computation. */
export function makeReadStats({ stats, cacheSecs, now }: { stats: StatsReader; cacheSecs: number; now: Clock }) {
  const maxAgeMs = cacheSecs * 1000
  const read = ttlCache(maxAgeMs, (_all: 'all') => stats.latest(maxAgeMs, now()), {
    now,
    // Another replica may have computed them.
    madeAt: ({ computedAtMs }) => computedAtMs,
  })
  return (): Promise<ComputedStats> => read('all')
}
