import type { Sql } from '@tandem/service-kit'
import type { Rows } from '../../db/rows.ts'
import { prepared } from '../../db/statements.ts'
import type { CompletionTime, RouteTimes } from '../ports.ts'

const maxOrders = 100

type Row = Rows['routeTime']

/**
 * A FROM clause with `took.secs` and `latest.completed_at` of at most a hundred orders of each route. One chain's clock
 * may run behind the other's, so the seconds are never below zero.
 * @param routes rows `route` with `source` and `destination`.
 * @param since SQL of a time.
 */
export const newestTimesOf = (routes: string, since: string): string => `
FROM ${routes}
CROSS JOIN LATERAL (
  SELECT order_id, completed_at FROM orders
  WHERE source_asset = route.source AND dest_asset = route.destination AND completed_at > ${since}
  ORDER BY completed_at DESC LIMIT ${maxOrders}) latest
JOIN intents s ON s.order_id = latest.order_id AND s.side = 'source'
JOIN intents d ON d.order_id = latest.order_id AND d.side = 'destination'
CROSS JOIN LATERAL (
  SELECT greatest(0, round(extract(epoch FROM
    coalesce(d.bridge_delivered_at, d.claim_timestamp) - s.create_timestamp))::int) AS secs) took
WHERE d.claim_timestamp IS NOT NULL AND s.create_timestamp IS NOT NULL`

export const percentilesOfTimes = `count(*)::int AS orders, min(latest.completed_at) AS since,
  percentile_disc(0.5) WITHIN GROUP (ORDER BY took.secs) AS p50_secs,
  percentile_disc(0.95) WITHIN GROUP (ORDER BY took.secs) AS p95_secs`

const selectTimes = prepared('routeTime *')(`
SELECT route.source, route.destination, ${percentilesOfTimes}
${newestTimesOf('unnest($1::text[], $2::text[]) route (source, destination)', "now() - interval '7 days'")}
GROUP BY route.source, route.destination`)

/** Measures routes by the times of the chains' blocks. */
export function makeRouteTimes(sql: Sql): RouteTimes {
  return {
    measure: async (routes) => {
      const rows = await sql.query(selectTimes, [
        routes.map(({ source }) => source),
        routes.map(({ destination }) => destination),
      ])
      return new Map(rows.map((row) => [`${row.source}>${row.destination}`, timeOf(row)]))
    },
  }
}

const timeOf = ({ p50_secs, p95_secs, orders, since }: Row): CompletionTime => ({
  p50Secs: p50_secs,
  p95Secs: p95_secs,
  orders,
  since,
})
