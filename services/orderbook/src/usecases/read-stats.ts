import { ttlCache } from '@tandem/service-kit'
import type { Clock } from './ports.ts'

export type StatsWindow = {
  totalOrders: number
  completedOrders: number
  cancelledOrders: number
  uniqueUsers: number
  /** Source amounts of completed orders at the quoted prices, US dollars. For display: a float is enough. */
  volumeUsd: number
  /** The sum over the completed orders. */
  completionSecs: number
}

/** The orders that were created in an hour, by where they are now. */
export type StatsHour = {
  /** ISO 8601, the start of the hour. */
  hour: string
  totalOrders: number
  completedOrders: number
  cancelledOrders: number
  /** As in a window. */
  volumeUsd: number
}

/** Upper bounds of the classes of completion times, in seconds; the last class has none. */
export const completionBounds = [15, 30, 60, 120, 300, 600, 1_800, 3_600] as const

/** How long the newest completed orders of every route took. Seconds. */
export type CompletionTimes = {
  p50Secs: number
  p95Secs: number
  /** How many were measured. */
  orders: number
  /** ISO 8601: when the oldest of them completed. */
  since: string
  /** Orders by class: up to each of {@link completionBounds}, and beyond the last. */
  counts: number[]
}

/** Windows are whole hours: the running hour and the 24 (or 168) before it. */
export type Stats = {
  allTime: StatsWindow
  lastDay: StatsWindow
  lastWeek: StatsWindow
  pairs: { source: string; destination: string; orders: number; volume: number }[]
  assets: { asset: string; orders: number; volume: number }[]
  /** Of the last week, oldest first; hours without orders are left out. */
  hours: StatsHour[]
  /** `null` where nothing was measured. */
  completionTimes: CompletionTimes | null
}

export type ComputedStats = { readonly stats: Stats; readonly computedAtMs: number }

export interface StatsReader {
  /** The statistics that all replicas share, computed anew when they are older than `maxAgeMs`. */
  latest(maxAgeMs: number, nowMs: number): Promise<ComputedStats>
}

/** Statistics at most `cacheSecs` old; requests that miss at the same time wait for one computation. */
export function makeReadStats({ stats, cacheSecs, now }: { stats: StatsReader; cacheSecs: number; now: Clock }) {
  const maxAgeMs = cacheSecs * 1000
  const read = ttlCache(maxAgeMs, (_all: 'all') => stats.latest(maxAgeMs, now()), {
    now,
    // Another replica may have computed them.
    madeAt: ({ computedAtMs }) => computedAtMs,
  })
  return (): Promise<ComputedStats> => read('all')
}
