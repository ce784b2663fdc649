import { PrismaPg } from '@prisma/adapter-pg'
import { makeSqlDatabase, type SqlDatabase } from '@tandem/service-kit'
import pg from 'pg'
import { PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

export interface Database {
  readonly prisma: PrismaClient
  /** Plain SQL on the same connections, for the steps of settlements. */
  readonly sql: SqlDatabase
  close(): Promise<void>
}

/** One pool under both. It connects lazily: the first statement opens a connection. */
export function makeDatabase(databaseUrl: string, poolSize: number): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    statement_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'tandem-relayer',
  })
  // A lost connection that was idle: the next statement takes another, and says so when there is none.
  pool.on('error', () => undefined)
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), log: [] })
  return {
    prisma,
    sql: makeSqlDatabase(pool),
    close: async () => {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}
