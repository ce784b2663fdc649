import { depthSecs, type Network } from '@tandem/contracts'
import type { Database } from '../../db/client.ts'
import type { Rows } from '../../db/rows.ts'
import { arrayOf, prepared, statement } from '../../db/statements.ts'
import type { MakerEvent } from '../domain/cooldown.ts'
import type { MakerEvents } from '../ports.ts'

/** How many events of each kind are read for a maker: more would not change its cooldown. */
const maxEvents = 100

/**
 * The orders' intents and the destination's clock. Intents hold only facts that have the
 * confirmations which their chain asks for, and every fact up to the clock is known.
 */
const sides = `
  JOIN intents s ON s.order_id = o.order_id AND s.side = 'source'
  JOIN intents d ON d.order_id = o.order_id AND d.side = 'destination'
  LEFT JOIN chain_cursors c ON c.chain = d.chain`

const seconds = (timestamp: string): string => `floor(extract(epoch FROM ${timestamp}))`

const isFilled = `s.create_timestamp IS NOT NULL AND ${seconds('d.create_timestamp')} < o.fill_by`

/**
 * The maker faded: the source was open from `initiate_by` at the latest until `fill_by`, and the destination was not
 * funded before `fill_by`.
 */
const isFaded = `s.contradiction IS NULL AND ${seconds('s.create_timestamp')} <= o.initiate_by
  AND (s.cancel_timestamp IS NULL OR ${seconds('s.cancel_timestamp')} >= o.fill_by)
  AND (d.create_timestamp IS NULL OR ${seconds('d.create_timestamp')} >= o.fill_by)
  AND c.clock >= o.fill_by`

/** An order without a source escrow binds no maker. The condition is the one of orders_maker_unfilled_idx. */
const hasSource = `o.status NOT IN ('created', 'expired')`
const mayHaveFaded = `${hasSource} AND (o.completed_at IS NULL OR o.completed_at >= to_timestamp(o.fill_by))`

const newestOf = (kind: string, at: string, where: string): string => `
  (SELECT '${kind}' AS kind, ${at}::float8 AS at, d.chain FROM orders o ${sides}
   WHERE o.maker_id = m.maker_id AND o.created_at > now() - interval '30 days' AND ${where}
   ORDER BY o.created_at DESC LIMIT ${maxEvents})`

const selectEvents = prepared('makerEvent maker_id kind at')(`
SELECT m.maker_id, e.kind, e.at, e.chain FROM unnest(${arrayOf('$1', 'text')}) AS m(maker_id) CROSS JOIN LATERAL (
  ${newestOf('filled', seconds('d.create_timestamp'), `${hasSource} AND ${isFilled}`)}
  UNION ALL
  ${newestOf('faded', 'o.fill_by', `${mayHaveFaded} AND ${isFaded}`)}
  UNION ALL
  (SELECT 'refused', ${seconds('r.at')}::float8, NULL FROM maker_refusals r
   WHERE r.maker_id = m.maker_id AND r.at > now() - interval '30 days'
   ORDER BY r.at DESC LIMIT ${maxEvents})
) e`)

/** The start of the thirty days that end today, in UTC. */
const firstDay = `(date_trunc('day', now() AT TIME ZONE 'UTC') - interval '29 days') AT TIME ZONE 'UTC'`
const dateOf = (timestamp: string): string => `to_char(${timestamp} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`

const selectDays = statement('makerDay *')(`
SELECT maker_id, date, count(*) FILTER (WHERE kind = 'won')::int AS won, count(*) FILTER (WHERE is_filled)::int AS filled,
  count(*) FILTER (WHERE is_faded)::int AS faded, count(*) FILTER (WHERE kind = 'refused')::int AS refused
FROM (
  SELECT 'won' AS kind, o.maker_id, ${dateOf('o.created_at')} AS date, ${isFilled} AS is_filled, ${isFaded} AS is_faded
  FROM orders o ${sides} WHERE o.maker_id = ANY(${arrayOf('$1', 'text')}) AND o.created_at >= ${firstDay}
  UNION ALL
  SELECT 'refused', maker_id, ${dateOf('at')}, false, false FROM maker_refusals
  WHERE maker_id = ANY(${arrayOf('$1', 'text')}) AND at >= ${firstDay}
) counted
GROUP BY maker_id, date ORDER BY date DESC`)

/**
 * Hand-written SQL, because every quote waits for this query, and PostgreSQL must find and count the
 * newest of a maker's many orders by partial indexes.
 */
export function makeMakerEvents({ prisma, sql }: Pick<Database, 'prisma' | 'sql'>, network: Network): MakerEvents {
  // How long a fact takes to be confirmed for an order of any value: a fade counts only when every
  // party can see it.
  const depths = new Map(network.chains.map((chain) => [chain.chain, depthSecs(chain, undefined)]))
  return {
    recent: async (makerIds) => {
      const rows = await sql.query(selectEvents, [makerIds])
      return byMaker(rows, (ofMaker) => knownEvents(ofMaker, depths))
    },
    days: async (makerIds) => {
      const rows = await sql.query(selectDays, [makerIds])
      return byMaker(rows, (ofMaker) => ofMaker.map(({ maker_id: _maker, ...day }) => day))
    },
    storeRefusal: async ({ makerId, quoteId }, at) => {
      await prisma.makerRefusal.createMany({ data: [{ quoteId, makerId, at }], skipDuplicates: true })
    },
  }
}

function byMaker<R extends { maker_id: string }, T>(rows: readonly R[], of: (rows: readonly R[]) => T): Map<string, T> {
  const groups = new Map<string, R[]>()
  for (const row of rows) groups.set(row.maker_id, [...(groups.get(row.maker_id) ?? []), row])
  return new Map([...groups].map(([makerId, ofMaker]) => [makerId, of(ofMaker)]))
}

/**
 * A fade becomes known once the block of `fill_by` is confirmed. When older fills were left out,
 * failures before the oldest fill that was read are left out too: without those fills they would
 * look like one long series.
 */
function knownEvents(rows: readonly Rows['makerEvent'][], depths: ReadonlyMap<string, number>): MakerEvent[] {
  const fills = rows.filter(({ kind }) => kind === 'filled').map(({ at }) => at)
  const oldest = fills.length < maxEvents ? 0 : Math.min(...fills)
  return rows.flatMap(({ kind, at, chain }) => {
    if (at < oldest) return []
    return [{ kind, at: kind === 'faded' ? at + (depths.get(chain ?? '') ?? 0) : at }]
  })
}
