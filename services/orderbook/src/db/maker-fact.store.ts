import type { MakerFact, Network } from '@tandem/contracts'
import { depthSecs } from '@tandem/contracts'
import type { Sql } from '@tandem/service-kit'
import type { MakerFactReader } from '../makers/ports.ts'
import type { Rows } from './rows.ts'
import { prepared } from './statements.ts'

type Row = Rows['makerFact']

/** A chain was not read between the source and `fill_by`. */
const isHalted = `EXISTS (
    SELECT FROM chain_halts h WHERE h.chain IN (s.chain, d.chain)
      AND h.began_at < to_timestamp(o.fill_by) AND h.ended_at > s.create_timestamp)
  OR EXISTS (
    SELECT FROM chain_cursors h WHERE h.chain IN (s.chain, d.chain)
      AND h.updated_at < to_timestamp(o.fill_by) AND h.updated_at < now() - interval '2 minutes')`

/** Possible fades have an index of their own: filled orders are not read. */
const factsOf = (condition: string) => `
SELECT * FROM (
  SELECT o.created_at, o.order_id::text, o.maker_quote,
    s.chain AS source_chain, s.swap_id AS source_swap_id, s.create_tx_hash AS source_tx,
    floor(extract(epoch FROM s.create_timestamp))::float8 AS source_created_at,
    d.chain AS dest_chain, d.swap_id AS dest_swap_id, d.create_tx_hash AS dest_tx,
    floor(extract(epoch FROM d.create_timestamp))::float8 AS dest_created_at,
    floor(extract(epoch FROM s.cancel_timestamp))::float8 AS refunded_at, ${isHalted} AS halted,
    floor(extract(epoch FROM s.create_timestamp)) <= o.initiate_by AND o.fill_by <= c.clock
      AND (d.create_timestamp IS NULL OR floor(extract(epoch FROM d.create_timestamp)) >= o.fill_by) AS is_missed
  FROM orders o
  JOIN intents s ON s.order_id = o.order_id AND s.side = 'source'
  JOIN intents d ON d.order_id = o.order_id AND d.side = 'destination'
  LEFT JOIN chain_cursors c ON c.chain = d.chain
  WHERE o.maker_id = $1 AND o.created_at > now() - interval '30 days'
    AND s.create_tx_hash IS NOT NULL AND s.contradiction IS NULL AND ${condition}
) facts`

const newest = 'ORDER BY created_at DESC, order_id DESC'

const selectFacts = prepared(
  'makerFact order_id maker_quote source_chain source_swap_id source_tx source_created_at dest_chain dest_swap_id halted',
)(`
SELECT * FROM (
  (${factsOf('(o.completed_at IS NULL OR o.completed_at >= to_timestamp(o.fill_by))')}
    WHERE is_missed AND NOT halted ${newest} LIMIT 1000)
  UNION ALL
  (${factsOf('true')}
    WHERE (is_missed AND NOT halted) IS NOT TRUE ${newest} LIMIT 1000)
) facts ${newest}`)

const countAccepted = prepared('acceptedCount')(`
SELECT count(*)::int AS accepted FROM (
SELECT FROM orders WHERE maker_id = $1 AND created_at > now() - interval '30 days' LIMIT 10000) orders`)

const selectCursors = prepared('readTo clock')(`
SELECT chain, clock::float8 FROM chain_cursors WHERE clock IS NOT NULL`)

/** Intents hold only facts at depth. */
export function makeMakerFactStore(sql: Sql, network: Network): MakerFactReader {
  // For an order of any value.
  const depths = new Map(network.chains.map((chain) => [chain.chain, depthSecs(chain, undefined)]))
  return {
    ofMaker: async (makerId) => {
      // The reading first: a fill in between is not taken for a fade.
      const cursors = await sql.query(selectCursors, [])
      const rows = await sql.query(selectFacts, [makerId])
      const [counted] = await sql.query(countAccepted, [makerId])
      const countedTo = Object.fromEntries(cursors.map(({ chain, clock }) => [chain, clock]))
      // A chain outside of the network file has an unknown depth.
      const facts = rows.flatMap((row) => {
        const depth = depths.get(row.dest_chain)
        return depth === undefined ? [] : [factOf(row, depth)]
      })
      return { facts, countedTo, accepted: counted?.accepted ?? 0 }
    },
  }
}

const factOf = (row: Row, destinationDepthSecs: number): MakerFact => ({
  order_id: row.order_id,
  maker_quote: row.maker_quote,
  source: {
    chain: row.source_chain,
    swap_id: row.source_swap_id,
    create_tx_hash: row.source_tx,
    created_at: row.source_created_at,
  },
  destination: {
    chain: row.dest_chain,
    swap_id: row.dest_swap_id,
    create_tx_hash: row.dest_tx,
    created_at: row.dest_created_at,
    depth_secs: destinationDepthSecs,
  },
  refunded_at: row.refunded_at,
  halted: row.halted,
})
