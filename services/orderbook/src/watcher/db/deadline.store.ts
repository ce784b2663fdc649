import { command, makeSqlDatabase, type Sql } from '@tandem/service-kit'
import type { Pool } from 'pg'
import { statement } from '../../db/statements.ts'
import type { DeadlineStore } from '../ports.ts'
import { projectOrders } from './projection.store.ts'

const countedBlock = `
  SELECT b.number, b.hash, b.timestamp FROM chain_blocks b
  WHERE b.chain = $1 AND b.timestamp IS NOT NULL
    AND b.number <= (SELECT counted_number FROM chain_cursors WHERE chain = $1)
  ORDER BY b.number DESC LIMIT 1`

/**
 * A deadline that the clock passed, or passes no more after a reorg. Each part has an index, so that a batch's cost is
 * bounded.
 */
const dueOrders = statement('dueOrder order_id')(`
  WITH clock AS MATERIALIZED (SELECT clock AS now FROM chain_cursors WHERE chain = $1)
  SELECT order_id::text FROM (
    (SELECT order_id FROM orders WHERE source_chain = $1 AND source_transition_at <= (SELECT now FROM clock)
     ORDER BY source_transition_at LIMIT $2)
    UNION
    (SELECT order_id FROM orders WHERE dest_chain = $1 AND dest_transition_at <= (SELECT now FROM clock)
     ORDER BY dest_transition_at LIMIT $2)
    UNION
    (SELECT order_id FROM intents
     WHERE chain = $1 AND cancel_after > (SELECT now FROM clock) AND status IN ('cancellable', 'expired')
     ORDER BY cancel_after LIMIT $2)
  ) due LIMIT $2`)

const nextClockBlock = statement('clockBlock')(`
SELECT * FROM (${countedBlock}) counted
WHERE number > coalesce((SELECT clock_number FROM chain_cursors WHERE chain = $1), -1)`)

const moveClock = command(`
UPDATE chain_cursors SET clock = $4, clock_number = $2
WHERE chain = $1 AND EXISTS (SELECT FROM chain_blocks WHERE chain = $1 AND number = $2 AND hash = $3)`)

const noteRead = command('UPDATE chain_cursors SET read_at = $2 WHERE chain = $1')

export function makeDeadlineStore(pool: Pool, chain: string, now: () => number): DeadlineStore {
  const sql = makeSqlDatabase(pool)
  return {
    async nextClockBlock() {
      const [row] = await sql.query(nextClockBlock, [chain])
      return row && { number: BigInt(row.number), hash: row.hash, timestamp: Number(row.timestamp) }
    },
    async moveClock({ number, hash, timestamp }) {
      await sql.query(moveClock, [chain, String(number), hash, timestamp])
    },
    turnDue: (limit) =>
      sql.transaction(async (db) => {
        const rows = await db.query(dueOrders, [chain, limit])
        const orderIds = rows.map(({ order_id }) => order_id)
        const changed = await projectOrders(db, orderIds, [], new Date(now()))
        return { projected: orderIds.length, changed }
      }),
    async markRead() {
      await sql.query(noteRead, [chain, new Date(now())])
    },
  }
}

const moveBack = command(`
UPDATE chain_cursors c SET clock = least(c.clock, b.timestamp), clock_number = b.number
FROM (${countedBlock}) b WHERE c.chain = $1 AND b.number < c.clock_number`)

/** After a reorg the clock shows an older block's time. */
export async function setClockBack(db: Sql, chain: string): Promise<void> {
  await db.query(moveBack, [chain])
}
