import type { Pool, PoolClient } from 'pg'
import { isDatabaseOutage } from './database-outage.ts'
import { preparedName, type Statement } from './statement.ts'

/** Runs SQL. The values are numbered from `$1`. */
export interface Sql {
  query<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
}

export interface SqlDatabase extends Sql {
  /** Runs all statements of `work` in one transaction. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>
}

export function makeSqlDatabase(pool: Pool): SqlDatabase {
  return {
    query: (statement, values) => run(pool, statement, values),
    transaction: (work) => inTransaction(pool, work),
  }
}

export async function withConnection<T>(pool: Pool, work: (db: PoolClient) => Promise<T>): Promise<T> {
  const db = await pool.connect()
  let failure: Error | undefined
  const lose = (error: Error) => {
    failure = error
  }
  // The pool only listens to idle connections. Without a listener here, a connection that is lost during the work would
  // end the process.
  db.on('error', lose)
  try {
    return await work(db)
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    db.off('error', lose)
    db.release(failure)
  }
}

export const inTransaction = <T>(
  pool: Pool,
  work: (tx: Sql) => Promise<T>,
  mode: '' | 'ISOLATION LEVEL REPEATABLE READ READ ONLY' = '',
): Promise<T> =>
  withConnection(pool, async (db) => {
    await db.query(`BEGIN ${mode}`)
    try {
      const result = await work({ query: (text, values) => run(db, text, values) })
      await db.query('COMMIT')
      return result
    } catch (error) {
      if (!isDatabaseOutage(error)) await db.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  })

async function run<Row>(db: Pool | PoolClient, text: string, values: readonly unknown[]): Promise<Row[]> {
  const name = preparedName(text)
  const { rows } = await db.query(
    name === undefined ? { text, values: [...values] } : { name, text, values: [...values] },
  )
  return rows as Row[]
}
