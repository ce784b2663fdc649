import type { OrderStatus } from '@tandem/contracts'

const cancelledStatuses: readonly OrderStatus[] = ['cancelled', 'expired']

/**
 * The counting rule of roll-ups (stats.store.ts), their check (rollup-replay.ts) and list totals (order-list.store.ts).
 * An order counts in the hour of its creation. An event moves it from its previous status to the new one. Volume and
 * seconds count while the status is `completed`.
 */

/** For each hour and pair of assets. */
const sumOfChanges = {
  total_orders: 'sum(created)',
  completed_orders: 'sum(completed)',
  cancelled_orders: 'sum(cancelled)',
  completed_volume_usd: 'sum(volume_usd * completed)',
  completion_secs: 'coalesce(sum(completion_secs * completed), 0)',
}

export const hourSums = Object.keys(sumOfChanges)

export const sumsOfChanges = Object.entries(sumOfChanges)
  .map(([column, sum]) => `${sum} AS ${column}`)
  .join(', ')

export const hourOf = (createdAt: string): string => `date_trunc('hour', ${createdAt}, 'UTC')`
export const isCompleted = (status: string): string => `(${status} = 'completed')::int`
export const isCancelled = (status: string): string =>
  `(${status} IN (${cancelledStatuses.map((name) => `'${name}'`).join(', ')}))::int`

const moved = (counts: (status: string) => string): string =>
  `${counts('e.status')} - coalesce(${counts('e.previous_status')}, 0)`

/** The limit makes PostgreSQL join event by event: it expects a third of all events, and would read every order. */
export const orderOfEvent = `CROSS JOIN LATERAL (SELECT * FROM orders WHERE order_id = e.order_id LIMIT 1) o`

/** From rows of `order_events`. */
export const changesOf = (events: string): string => `
  SELECT e.status, e.previous_status, (e.type = 'order.created')::int AS created, ${moved(isCompleted)} AS completed,
    ${moved(isCancelled)} AS cancelled, e.completion_secs, o.user_id, o.source_asset, o.dest_asset, o.volume_usd,
    ${hourOf('o.created_at')} AS hour
  FROM (${events}) e ${orderOfEvent}
  WHERE e.type IN ('order.created', 'order.status_changed')`

/** For each status. */
export const statusDeltasOf = (changes: string): string => `
  SELECT status, 1 AS delta FROM ${changes}
  UNION ALL SELECT previous_status, -1 FROM ${changes} WHERE previous_status IS NOT NULL`

/** Not yet in the roll-ups. Two index scans: with OR PostgreSQL would read the whole table. */
export const eventsToFold = `
  SELECT * FROM order_events WHERE seq IS NULL AND NOT rolled_up
  UNION ALL
  SELECT * FROM order_events
  WHERE seq > (SELECT coalesce(max(value), 0) FROM stats_counters WHERE name = 'folded_seq') AND NOT rolled_up`
