import { command, inTransaction } from '@tandem/service-kit'
import type { Pool } from 'pg'
import { takeSqlLock } from '../../db/locks.ts'
import type { Difference, OrderCorrection } from '../../db/replayed.ts'
import { statement } from '../../db/statements.ts'
import { changesOfOrders, columnsOf, type RollUp, rollUps, sumsOf } from './roll-ups.ts'

/** A roll-up's rows as one row per cell. Cells with zero are left out, because a row of zeros means the same as no row. */
const cellsOf = (rows: string, { key, sums }: RollUp): string => {
  const cells = Object.keys(sums).map((column) => `'${column}', r.${column}`)
  return `SELECT concat_ws(' ', ${key.join(', ')}) AS key, cell.key AS column, cell.value
   FROM (${rows}) r CROSS JOIN LATERAL jsonb_each_text(jsonb_build_object(${cells.join(', ')})) cell
   WHERE cell.value !~ '^0(\\.0*)?$'`
}

const differencesOf = (rollUp: RollUp) =>
  statement('rollUpDifference of column')(`
WITH expected AS (${cellsOf(sumsOf(rollUp, changesOfOrders), rollUp)}),
stored AS (${cellsOf(`SELECT * FROM ${rollUp.table} WHERE ${rollUp.rows ?? 'true'}`, rollUp)})
SELECT '${rollUp.table} ' || key AS of, "column", s.value AS stored, e.value AS expected
FROM expected e FULL JOIN stored s USING (key, "column") WHERE s.value IS DISTINCT FROM e.value ORDER BY 1, 2`)

const comparisons = rollUps.map(differencesOf)
const deletions = rollUps.map(({ table, rows = 'true' }) => command(`DELETE FROM ${table} WHERE ${rows}`))
const insertions = rollUps.map((rollUp) =>
  command(`INSERT INTO ${rollUp.table} (${columnsOf(rollUp).join(', ')}) ${sumsOf(rollUp, changesOfOrders)}`),
)

/**
 * Counts every order again, and compares the roll-ups with the result. A repair replaces what differs. No events are added
 * to the roll-ups during the comparison; orders can be written.
 * @param options.corrections the right status of orders that are stored wrongly.
 */
export async function replayRollups(
  pool: Pool,
  { repair, corrections }: { repair: boolean; corrections: readonly OrderCorrection[] },
): Promise<Difference[]> {
  return inTransaction(pool, async (db) => {
    const corrected = [JSON.stringify(corrections)]
    await takeSqlLock(db, 'fold')
    const found: Difference[] = []
    for (const comparison of comparisons) found.push(...(await db.query(comparison, corrected)))
    if (!repair || found.length === 0) return found
    for (const deletion of deletions) await db.query(deletion, [])
    for (const insertion of insertions) await db.query(insertion, corrected)
    return found
  })
}
