import type { Pool, PoolClient } from 'pg'

/** Runs work on one connection of the pool. One that was lost, or that failed, is not used again. */
export async function withConnection<T>(pool: Pool, work: (db: PoolClient) => Promise<T>): Promise<T> {
  const db = await pool.connect()
  let failure: Error | undefined
  const lose = (error: Error) => {
    failure = error
  }
  // The pool listens only to connections that are idle: without this, a lost one would end the process.
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

/** Runs work in one transaction: all of it is stored, or nothing. */
export const inTransaction = <T>(
  pool: Pool,
  work: (db: PoolClient) => Promise<T>,
  mode: '' | 'ISOLATION LEVEL REPEATABLE READ READ ONLY' = '',
): Promise<T> =>
  withConnection(pool, async (db) => {
    await db.query(`BEGIN ${mode}`)
    try {
      const result = await work(db)
      await db.query('COMMIT')
      return result
    } catch (error) {
      await db.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  })
