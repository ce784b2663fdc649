import type { MakerFact, MakerQuoteWire, Network } from '@tandem/contracts'
import { depthSecs } from '@tandem/contracts'
import { prepared, type Sql } from '@tandem/service-kit'
import type { MakerFactReader } from '../makers/standings.ts'

type Row = {
  order_id: string
  maker_quote: MakerQuoteWire
  source_chain: string
  source_swap_id: string
  source_tx: string
  source_created_at: number
  dest_chain: string
  dest_swap_id: string
  dest_tx: string | null
  dest_created_at: number | null
  refunded_at: number | null
}

const selectFacts = prepared(`
SELECT o.order_id::text, o.maker_quote,
  s.chain AS source_chain, s.swap_id AS source_swap_id, s.create_tx_hash AS source_tx,
  floor(extract(epoch FROM s.create_timestamp))::float8 AS source_created_at,
  d.chain AS dest_chain, d.swap_id AS dest_swap_id, d.create_tx_hash AS dest_tx,
  floor(extract(epoch FROM d.create_timestamp))::float8 AS dest_created_at,
  floor(extract(epoch FROM s.cancel_timestamp))::float8 AS refunded_at
FROM orders o
JOIN intents s ON s.order_id = o.order_id AND s.side = 'source'
JOIN intents d ON d.order_id = o.order_id AND d.side = 'destination'
WHERE o.maker_id = $1 AND o.created_at > now() - interval '30 days'
  AND s.create_tx_hash IS NOT NULL AND s.contradiction IS NULL
ORDER BY o.created_at DESC, o.order_id DESC LIMIT 1000`)

/** The time of the block up to which every fact of a chain counts. */
const selectCursors = prepared('SELECT chain, clock::float8 FROM chain_cursors WHERE clock IS NOT NULL')

/** The chains' facts about a maker's orders. Intents hold only facts that stand at their depth. */
export function makeMakerFactStore(sql: Sql, network: Network): MakerFactReader {
  // Deep enough for an order of any value.
  const depths = new Map(network.chains.map((chain) => [chain.chain, depthSecs(chain, undefined)]))
  return {
    ofMaker: async (makerId) => {
      // First how far the chains were read, then what was read: a fill between the two is not taken for a fade.
      const cursors = await sql.query<{ chain: string; clock: number }>(selectCursors, [])
      const rows = await sql.query<Row>(selectFacts, [makerId])
      const countedTo = Object.fromEntries(cursors.map(({ chain, clock }) => [chain, clock]))
      // On a chain that was taken out of the network file it is unknown when an escrow stood at its depth.
      const facts = rows.flatMap((row) => {
        const depth = depths.get(row.dest_chain)
        return depth === undefined ? [] : [factOf(row, depth)]
      })
      return { facts, countedTo }
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
})
