import type { Pool, PoolClient } from 'pg'
import { type PrismaClient, prismaOf } from '../../src/db/client.ts'

type Plan = {
  'Relation Name'?: string
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/**
 * How many table rows a statement reads, whether it keeps them or not: the same on any machine. Writes of the statement
 * are undone.
 * @param table counts only rows of this table.
 */
export async function rowsRead(
  pool: Pool,
  statement: string,
  values: readonly unknown[] = [],
  table?: string,
): Promise<number> {
  const db = await pool.connect()
  try {
    await db.query('BEGIN')
    return scanned(await planOf(db, statement, values), table)
  } finally {
    await db.query('ROLLBACK')
    db.release()
  }
}

async function planOf(db: PoolClient, statement: string, values: readonly unknown[]): Promise<Plan> {
  const { rows } = await db.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement}`, [...values])
  return rows[0]['QUERY PLAN'][0].Plan
}

function scanned(plan: Plan, table: string | undefined): number {
  const relation = plan['Relation Name']
  const isScan = relation !== undefined && plan['Node Type'] !== 'ModifyTable' && (table ?? relation) === relation
  const rows =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = isScan ? rows * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + scanned(part, table), own)
}

export type SentStatement = { readonly text: string; readonly values: unknown[] }

/** The statements that Prisma's client sends for some work outside of a transaction. {@link rowsRead} can measure them. */
export async function statementsSent(
  pool: Pool,
  work: (prisma: PrismaClient) => Promise<unknown>,
): Promise<SentStatement[]> {
  const sent: SentStatement[] = []
  const query = (statement: SentStatement) => {
    sent.push({ text: statement.text, values: statement.values })
    return pool.query(statement)
  }
  await work(prismaOf(Object.assign(Object.create(pool), { query })))
  return sent
}
