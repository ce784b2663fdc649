import { cancelledStatuses } from '../domain/order-lifecycle.ts'

/**
 * The counting rule, once, as pieces of SQL that the roll-ups (stats.store.ts), their check (rollup-replay.ts) and the
 * totals of lists (order-list.store.ts) are made of:
 *
 * - an order counts in the hour of its creation, whatever happens to it later;
 * - an event takes the order out of its previous status and adds it to the new one;
 * - volume and seconds count while the status is `completed`.
 */

/** The sums in `stats_hours`, for each hour and pair of assets, by the changes that they are of. */
const sumOfChanges = {
  total_orders: 'sum(created)',
  completed_orders: 'sum(completed)',
  cancelled_orders: 'sum(cancelled)',
  completed_volume_usd: 'sum(volume_usd * completed)',
  completion_secs: 'coalesce(sum(completion_secs * completed), 0)',
}

/** The columns of `stats_hours` that are sums. */
export const hourSums = Object.keys(sumOfChanges)

/** Selects these sums of changes, named as their columns. */
export const sumsOfChanges = Object.entries(sumOfChanges)
  .map(([column, sum]) => `${sum} AS ${column}`)
  .join(', ')

export const hourOf = (createdAt: string): string => `date_trunc('hour', ${createdAt}, 'UTC')`
export const isCompleted = (status: string): string => `(${status} = 'completed')::int`
export const isCancelled = (status: string): string =>
  `(${status} IN (${cancelledStatuses.map((name) => `'${name}'`).join(', ')}))::int`

const moved = (counts: (status: string) => string): string =>
  `${counts('e.status')} - coalesce(${counts('e.previous_status')}, 0)`

/**
 * Joins each event, `e`, with its order, `o`, one after the other: a limit leaves no other way. PostgreSQL cannot tell how few
 * events are to be folded, and takes a third of all: it read every order to find those of the few.
 */
export const orderOfEvent = `CROSS JOIN LATERAL (SELECT * FROM orders WHERE order_id = e.order_id LIMIT 1) o`

/** The changes that events make, from rows of `order_events`. */
export const changesOf = (events: string): string => `
  SELECT e.status, e.previous_status, (e.type = 'order.created')::int AS created, ${moved(isCompleted)} AS completed,
    ${moved(isCancelled)} AS cancelled, e.completion_secs, o.user_id, o.source_asset, o.dest_asset, o.volume_usd,
    ${hourOf('o.created_at')} AS hour
  FROM (${events}) e ${orderOfEvent}
  WHERE e.type IN ('order.created', 'order.status_changed')`

/** The numbers that these changes add to each status. */
export const statusDeltasOf = (changes: string): string => `
  SELECT status, 1 AS delta FROM ${changes}
  UNION ALL SELECT previous_status, -1 FROM ${changes} WHERE previous_status IS NOT NULL`

/**
 * The events that the roll-ups do not hold yet. Two index scans: with OR between them PostgreSQL would read the whole
 * table.
 */
export const eventsToFold = `
  SELECT * FROM order_events WHERE seq IS NULL AND NOT rolled_up
  UNION ALL
  SELECT * FROM order_events
  WHERE seq > (SELECT coalesce(max(value), 0) FROM stats_counters WHERE name = 'folded_seq') AND NOT rolled_up`
