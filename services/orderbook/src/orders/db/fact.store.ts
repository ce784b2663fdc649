import type { Sql } from '@tandem/service-kit'
import { prepared } from '../../db/statements.ts'
import type { FactReader } from '../ports.ts'

const columns = `e.kind, e.chain, e.tx_hash, e.block_number::float8, e.block_hash, e.block_timestamp::float8, e.finality,
  (c.head_number - e.block_number + 1)::float8 AS confirmations, e.log_index,
  CASE WHEN e.kind = 'created' THEN (i.side = 'destination')::int
    WHEN e.kind IN ('claimed', 'hop_dispatched') THEN 2 + (i.side = 'source')::int ELSE 4 END AS rank`

/** Only the newest deliveries of the bridge are read: anybody may retry one, and each failure is a fact. */
const mostDeliveries = 100

/** Sorted by block time. At equal times `rank` puts a cause before its effect. */
const selectFacts = prepared('standingFact *')(`
SELECT i.side, ${columns}
FROM intents i JOIN chain_events e ON e.chain = i.chain AND e.subject = i.swap_id JOIN chain_cursors c ON c.chain = e.chain
WHERE i.order_id = $1::uuid AND e.canonical
UNION ALL
(SELECT i.side, ${columns}
FROM intents i JOIN chain_events d ON d.chain = i.chain AND d.subject = i.swap_id AND d.kind = 'hop_dispatched' AND d.canonical
JOIN chain_events e ON e.chain = i.final_chain AND e.subject = d.payload ->> 'messageId'
JOIN chain_cursors c ON c.chain = e.chain
WHERE i.order_id = $1::uuid AND e.canonical ORDER BY e.block_number DESC, e.log_index DESC LIMIT ${mostDeliveries})
ORDER BY block_timestamp, rank, chain, block_number, log_index`)

export function makeFactStore(sql: Sql): FactReader {
  return {
    ofOrder: async (orderId) => {
      const rows = await sql.query(selectFacts, [orderId])
      return rows.map(({ log_index: _, rank: _rank, ...row }) => ({
        ...row,
        block_timestamp: new Date(row.block_timestamp * 1000).toISOString(),
      }))
    },
  }
}
