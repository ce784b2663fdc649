import type { OrderStatus } from '@tandem/contracts'

// What the statistics count. fold-stats.ts adds new events to the roll-ups, stats.store.ts computes the statistics from them,
// and rollup-replay.ts counts every order again and repairs what differs (`node dist/main.js replay`).

const cancelledStatuses: readonly OrderStatus[] = ['cancelled', 'expired']

const isCompleted = (status: string): string => `(${status} = 'completed')::int`
const isCancelled = (status: string): string =>
  `(${status} IN (${cancelledStatuses.map((name) => `'${name}'`).join(', ')}))::int`

const hourOf = (createdAt: string): string => `date_trunc('hour', ${createdAt}, 'UTC')`

const moved = (counts: (status: string) => string): string =>
  `${counts('e.status')} - coalesce(${counts('e.previous_status')}, 0)`

/** The events that move an order from one status to another. Only these are counted. */
export const isCounted = `type IN ('order.created', 'order.status_changed')`

/**
 * The changes of the roll-ups that follow from events. An order counts in the hour of its creation, and its volume and its
 * seconds only while it is `completed`. A new order has no previous status. `LIMIT 1` makes PostgreSQL join event by
 * event: otherwise it expects a third of all events, and would read every order.
 * @param events a condition for rows of `order_events`.
 */
export const changesOf = (events: string): string => `
  SELECT e.status, e.previous_status, (e.previous_status IS NULL)::int AS created, ${moved(isCompleted)} AS completed,
    ${moved(isCancelled)} AS cancelled, e.completion_secs, o.user_id, o.source_asset, o.dest_asset, o.volume_usd,
    ${hourOf('o.created_at')} AS hour
  FROM (SELECT * FROM order_events WHERE ${events} AND ${isCounted}) e
  CROSS JOIN LATERAL (SELECT * FROM orders WHERE order_id = e.order_id LIMIT 1) o`

/**
 * The events that the roll-ups do not count yet. There are two index scans, because PostgreSQL would read the whole table
 * for one condition with OR.
 */
export const unfoldedEvents = `
  SELECT * FROM order_events WHERE seq IS NULL AND ${isCounted}
  UNION ALL
  SELECT * FROM order_events
  WHERE seq > (SELECT coalesce(max(value), 0) FROM stats_counters WHERE name = 'folded_seq') AND ${isCounted}`

/**
 * Every order as one change, from nothing to the status that the roll-ups count: the status before the order's first event
 * that is not counted yet, or else the order's own. Later changes do not alter this, so statements that run one after the
 * other agree. `$1` has the corrections of orders that are stored wrongly ({@link OrderCorrection}).
 */
export const changesOfOrders = `
  SELECT status, NULL AS previous_status, 1 AS created, ${isCompleted('status')} AS completed,
    ${isCancelled('status')} AS cancelled, completion_secs, user_id, source_asset, dest_asset, volume_usd,
    ${hourOf('created_at')} AS hour
  FROM (
    SELECT o.user_id, o.source_asset, o.dest_asset, o.volume_usd, o.created_at,
      coalesce(next.previous_status, c.status, o.status) AS status,
      CASE WHEN next.order_id IS NOT NULL THEN next.completion_secs ELSE
        floor(extract(epoch FROM CASE WHEN c.status IS NULL THEN o.completed_at ELSE c.completed_at END - o.created_at) + 0.5)::int
      END AS completion_secs
    FROM orders o
    LEFT JOIN jsonb_to_recordset($1::jsonb) c (order_id uuid, status text, completed_at timestamptz) USING (order_id)
    LEFT JOIN (
      SELECT DISTINCT ON (order_id) * FROM (${unfoldedEvents}) unfolded ORDER BY order_id, order_seq
    ) next USING (order_id)
    WHERE next.type IS DISTINCT FROM 'order.created'
  ) counted`

export type RollUp = {
  readonly table: string
  readonly key: readonly string[]
  /** What each column sums over the changes of its key. */
  readonly sums: Readonly<Record<string, string>>
  /** How a column is combined with the stored value. Without an entry, the two are added. */
  readonly merge?: Readonly<Record<string, string>>
  /** Selects the changes that concern this roll-up. */
  readonly from: (changes: string) => string
  /** A condition for the roll-up's rows, in a table that has other rows too. */
  readonly rows?: string
}

const outcomes = {
  sums: {
    total_orders: 'sum(created)',
    completed_orders: 'sum(completed)',
    cancelled_orders: 'sum(cancelled)',
    completed_volume_usd: 'sum(volume_usd * completed)',
    completion_secs: 'coalesce(sum(completion_secs * completed), 0)',
  },
  from: (changes: string) =>
    `SELECT * FROM (${changes}) all_changes WHERE created <> 0 OR completed <> 0 OR cancelled <> 0`,
}

export const rollUps: readonly RollUp[] = [
  { table: 'stats_pairs', key: ['source_asset', 'dest_asset'], ...outcomes },
  { table: 'stats_hours', key: ['hour'], ...outcomes },
  {
    table: 'stats_users',
    key: ['user_id'],
    sums: { total_orders: 'sum(created)', last_hour: 'max(hour)' },
    merge: { last_hour: 'greatest(stats_users.last_hour, excluded.last_hour)' },
    from: (changes) => `SELECT * FROM (${changes}) all_changes WHERE created = 1`,
  },
  {
    table: 'stats_counters',
    key: ['name'],
    sums: { value: 'sum(delta)' },
    from: (changes) => `
      SELECT 'status:' || moves.status AS name, delta FROM (${changes}) all_changes
      CROSS JOIN LATERAL (VALUES (status, 1), (previous_status, -1)) moves (status, delta) WHERE moves.status IS NOT NULL`,
    rows: `name LIKE 'status:%'`,
  },
]

export const columnsOf = ({ key, sums }: RollUp): readonly string[] => [...key, ...Object.keys(sums)]

/** The rows of a roll-up that contain exactly these changes. */
export function sumsOf({ key, sums, from }: RollUp, changes: string): string {
  const columns = Object.entries(sums).map(([column, sum]) => `${sum} AS ${column}`)
  return `SELECT ${[...key, ...columns].join(', ')} FROM (${from(changes)}) changes GROUP BY ${key.join(', ')}`
}
