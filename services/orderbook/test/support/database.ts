import { createTestDatabase } from '@tandem/local-services'
import pg from 'pg'
import { type Database, makeDatabase } from '../../src/db/client.ts'

export type MigratedDatabase = Pick<Database, 'prisma' | 'sql'> & {
  url: string
  /** Connections of the test itself, beside those of the code under test. */
  pool: pg.Pool
  drop(): Promise<void>
}

export const migrationsDir = new URL('../../prisma/migrations', import.meta.url).pathname

/** A fresh database of this service, for one test file. */
export async function migratedDatabase(label: string, options: pg.PoolConfig = {}): Promise<MigratedDatabase> {
  const database = await createTestDatabase(label, 'orderbook')
  const { prisma, sql, close } = makeDatabase(database.url, {
    poolSize: 20,
    timeouts: { answerMs: 30_000, statementMs: 30_000 },
  })
  const pool = new pg.Pool({ connectionString: database.url, ...options })
  // A process that a test kills leaves an error on its connection.
  pool.on('error', () => undefined)
  return {
    url: database.url,
    prisma,
    sql,
    pool,
    drop: async () => {
      await Promise.all([close(), pool.end()])
      await database.drop()
    },
  }
}
