import { PrismaPg } from '@prisma/adapter-pg'
import {
  makePostgresPool,
  makeSqlDatabase,
  type PostgresTimeouts,
  type SqlDatabase,
  type Statement,
} from '@tandem/service-kit'
import { type Prisma, PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** Or one of its transactions. */
export type Db = Prisma.TransactionClient

/** In Prisma's transactions. A column of `bigint` or `numeric` must be cast: Prisma reads them in its own way. */
export const rowsOf = <Row>(db: Db, statement: Statement<Row>, ...values: unknown[]): Promise<Row[]> =>
  db.$queryRawUnsafe<Row[]>(statement, ...values)

/** @returns changed rows. */
export const execute = (db: Db, statement: Statement, ...values: unknown[]): Prisma.PrismaPromise<number> =>
  db.$executeRawUnsafe(statement, ...values)

export type Database = {
  readonly prisma: PrismaClient
  /** For paths where Prisma's own work would be most of the time. */
  readonly sql: SqlDatabase
  close(): Promise<void>
}

export type DatabaseOptions = {
  poolSize: number
  timeouts: PostgresTimeouts
  /** Behind a pooler in transaction mode. */
  isPooled?: boolean
  onConnectionLost?: (error: Error) => void
}

/** Prisma would wait two seconds, and end a transaction after five. */
const transactionOptions = { maxWait: 5_000, timeout: 15_000 }

/** Starting parallel workers takes longer than most statements. */
export const serverSettings = { max_parallel_workers_per_gather: 0 }

/** Connects lazily. */
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
