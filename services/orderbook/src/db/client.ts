import { PrismaPg } from '@prisma/adapter-pg'
import { makeSqlDatabase, type Sql } from '@tandem/service-kit'
import pg from 'pg'
import { type Prisma, PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** The client, or one of its transactions: what a store's function needs to run a statement. */
export type Db = Prisma.TransactionClient

export type Database = {
  readonly prisma: PrismaClient
  /** For the paths where Prisma's own work would be most of the time, on the same connections. */
  readonly sql: Sql
  close(): Promise<void>
}

export type DatabaseOptions = {
  poolSize: number
  statementTimeoutMs: number
  /** An idle connection was lost; the next statement takes another. */
  onConnectionLost?: (error: Error) => void
}

/** One pool under both clients. It connects lazily: the first statement opens a connection. */
export function makeDatabase(databaseUrl: string, options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.poolSize,
    statement_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: 10_000,
    application_name: 'tandem-orderbook',
    // Every statement here is short; starting parallel workers would take longer than most of them.
    options: '-c max_parallel_workers_per_gather=0',
  })
  pool.on('error', (error) => options.onConnectionLost?.(error))
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
