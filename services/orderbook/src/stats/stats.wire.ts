import type { StatsWindowWire, StatsWire } from '@tandem/contracts'
import type { NetworkIndex } from '../network/domain/network.ts'
import { type CompletionTimes, completionBounds, type Stats, type StatsWindow } from './read-stats.ts'

export function statsWire(stats: Stats, network: NetworkIndex): StatsWire {
  return {
    all_time: windowWire(stats.allTime),
    last_24h: windowWire(stats.lastDay),
    last_7d: windowWire(stats.lastWeek),
    top_chain_pairs: stats.pairs.map(({ source, destination, orders, volume }) => ({
      source_chain: source,
      dest_chain: destination,
      order_count: orders,
      volume_usd: volume,
    })),
    top_assets: stats.assets.map(({ asset, orders, volume }) => ({
      asset,
      // An asset that is no longer listed still ends in its symbol.
      symbol: network.asset(asset)?.symbol ?? asset.slice(asset.indexOf(':') + 1).toUpperCase(),
      order_count: orders,
      volume_usd: volume,
    })),
    hours: stats.hours.map((one) => ({
      hour: one.hour,
      total_orders: one.totalOrders,
      completed_orders: one.completedOrders,
      cancelled_orders: one.cancelledOrders,
      total_volume_usd: one.volumeUsd,
    })),
    completion_times: timesWire(stats.completionTimes),
  }
}

function timesWire(times: CompletionTimes | null): NonNullable<StatsWire['completion_times']> | null {
  if (times === null) return null
  return {
    p50_secs: times.p50Secs,
    p95_secs: times.p95Secs,
    orders: times.orders,
    since: times.since,
    classes: times.counts.map((orders, index) => ({ up_to_secs: completionBounds[index] ?? null, orders })),
  }
}

function windowWire(window: StatsWindow): StatsWindowWire {
  const completed = window.completedOrders
  return {
    total_orders: window.totalOrders,
    completed_orders: completed,
    in_progress_orders: window.totalOrders - completed - window.cancelledOrders,
    cancelled_orders: window.cancelledOrders,
    unique_users: window.uniqueUsers,
    total_volume_usd: window.volumeUsd,
    avg_completion_time_secs: completed === 0 ? 0 : window.completionSecs / completed,
  }
}
