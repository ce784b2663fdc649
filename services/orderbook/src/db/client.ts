import { PrismaPg } from '@prisma/adapter-pg'
import { makePostgresPool, makeSqlDatabase, type PostgresTimeouts, type SqlDatabase } from '@tandem/service-kit'
import { type Prisma, PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** The client, or one of its transactions: what a store's function needs to run a statement. */
export type Db = Prisma.TransactionClient

export type Database = {
  readonly prisma: PrismaClient
  /** For the paths where Prisma's own work would be most of the time, on the same connections. */
  readonly sql: SqlDatabase
  close(): Promise<void>
}

export type DatabaseOptions = {
  poolSize: number
  timeouts: PostgresTimeouts
  /** A pooler in transaction mode stands in between. */
  isPooled?: boolean
  /** An idle connection was lost; the next statement takes another. */
  onConnectionLost?: (error: Error) => void
}

/** Explicit, where Prisma would wait two seconds for a connection and end a transaction after five. */
const transactionOptions = { maxWait: 5_000, timeout: 15_000 }

/** Every statement here is short; starting parallel workers would take longer than most of them. */
export const serverSettings = { max_parallel_workers_per_gather: 0 }

/** One pool under both clients. It connects lazily: the first statement opens a connection. */
export function makeDatabase(databaseUrl: string, options: DatabaseOptions): Database {
  const pool = makePostgresPool({
    databaseUrl,
    size: options.poolSize,
    applicationName: 'tandem-orderbook',
    timeouts: options.timeouts,
    isPooled: options.isPooled,
    onConnectionLost: options.onConnectionLost,
    serverSettings,
  })
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), log: [], transactionOptions })
  return {
    prisma,
    sql: makeSqlDatabase(pool),
    close: async () => {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}
