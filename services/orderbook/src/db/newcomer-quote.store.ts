import { command, type Sql, type SqlDatabase } from '@tandem/service-kit'
import { formatDecimal, parseDecimal } from '../domain/decimal.ts'
import type { Exposure } from '../makers/domain/allowance.ts'
import type { NewcomerQuotes } from '../makers/newcomers.ts'
import { locks, tryLock } from './locks.ts'
import { statement } from './statements.ts'

export const exposureDays = 7

/** Enough for a hundred newcomers' orders. */
const mostSettled = 20_000

const countSettled = statement('settledCount *')(`
SELECT count(*)::int AS settled FROM (
  SELECT FROM orders o WHERE o.status = 'completed' AND o.created_at > now() - interval '${exposureDays} days'
    AND NOT EXISTS (SELECT FROM newcomer_quotes n WHERE n.quote_id = o.quote_id AND NOT n.is_proven)
  LIMIT ${mostSettled}) settled`)

/**
 * Open to be ordered, waiting for its source, or with a source that bound the maker and no destination: such a user
 * waits for a refund. A source is seen some minutes late.
 */
const selectUnfilled = statement('unfilledOfMaker *')(`
SELECT n.maker_id, count(*)::int AS orders, sum(n.worth_usd)::text AS usd, count(*) FILTER (WHERE NOT n.is_proven)::int AS risked
FROM newcomer_quotes n
LEFT JOIN orders o ON o.quote_id = n.quote_id
LEFT JOIN intents s ON s.order_id = o.order_id AND s.side = 'source'
LEFT JOIN intents d ON d.order_id = o.order_id AND d.side = 'destination'
WHERE n.begun_at > now() - interval '${exposureDays} days' AND CASE
  WHEN o.order_id IS NULL THEN n.ordered_by > now()
  WHEN d.create_tx_hash IS NOT NULL THEN false
  WHEN s.create_tx_hash IS NULL THEN to_timestamp(o.initiate_by) > now() - interval '10 minutes'
  ELSE floor(extract(epoch FROM s.create_timestamp)) <= o.initiate_by END
GROUP BY n.maker_id`)

const insert = command(`
INSERT INTO newcomer_quotes (quote_id, maker_id, worth_usd, is_proven, begun_at, ordered_by)
VALUES ($1::uuid, $2, $3::decimal, $4, $5, $6)`)

export function makeNewcomerQuotes(sql: SqlDatabase): NewcomerQuotes {
  return {
    exposure: () => read(sql),
    admit: (quote, at, judge) =>
      sql.transaction(async (tx) => {
        // No quote waits for another's admission.
        const tried = await tx.query(tryLock, [locks.newcomers])
        if (tried[0]?.taken !== true || !judge(await read(tx))) return false
        const { quoteId, makerId, worth, isProven, orderedBy } = quote
        await tx.query(insert, [quoteId, makerId, formatDecimal(worth, 18), isProven, at, orderedBy])
        return true
      }),
  }
}

async function read(sql: Sql): Promise<Exposure> {
  const [settled] = await sql.query(countSettled, [])
  const unfilled = await sql.query(selectUnfilled, [])
  const byMaker = new Map(unfilled.map((row) => [row.maker_id, { orders: row.orders, usd: parseDecimal(row.usd) }]))
  return {
    settled: settled?.settled ?? 0,
    atRisk: unfilled.reduce((sum, { risked }) => sum + risked, 0),
    ofMaker: (makerId) => byMaker.get(makerId) ?? { orders: 0, usd: 0n },
  }
}
