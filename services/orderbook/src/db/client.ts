import { PrismaPg } from '@prisma/adapter-pg'
import {
  makePostgresPool,
  makeSqlDatabase,
  type PostgresTimeouts,
  type Sql,
  type SqlDatabase,
  type Statement,
} from '@tandem/service-kit'
import type { Pool } from 'pg'
import { type Prisma, PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** Prisma's client, or one of its transactions. */
export type Db = Prisma.TransactionClient

/**
 * Runs a statement in a transaction of Prisma's client. Prisma reads `bigint` and `numeric` in its own way, so that such
 * columns need a cast.
 */
export const rowsOf = <Row>(db: Db, statement: Statement<Row>, ...values: unknown[]): Promise<Row[]> =>
  db.$queryRawUnsafe<Row[]>(statement, ...values)

/** @returns the number of changed rows. */
export const execute = (db: Db, statement: Statement, ...values: unknown[]): Prisma.PrismaPromise<number> =>
  db.$executeRawUnsafe(statement, ...values)

/** A transaction of Prisma's client, for stores that take only SQL. The same casts are needed as for {@link rowsOf}. */
export const sqlOf = (tx: Db): Sql => ({ query: (statement, values) => rowsOf(tx, statement, ...values) })

export type Database = {
  readonly prisma: PrismaClient
  /** Runs plain SQL, for hot paths on which Prisma's client would take most of the time. */
  readonly sql: SqlDatabase
  close(): Promise<void>
}

export type DatabaseOptions = {
  poolSize: number
  timeouts: PostgresTimeouts
  /** Whether the database is reached through a pooler in transaction mode, such as PgBouncer. */
  isPooled?: boolean
  onConnectionLost?: (error: Error) => void
}

/**
 * The time limits in milliseconds. By default Prisma waits two seconds for a connection, and ends a
 * transaction after five.
 */
const transactionOptions = { maxWait: 5_000, timeout: 15_000 }

/** Turns parallel queries off: starting the workers takes longer than most of our statements. */
export const serverSettings = { max_parallel_workers_per_gather: 0 }

/** Prisma's client on the connections of a pool, which its `$disconnect` leaves open. */
export const prismaOf = (pool: Pool): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool), log: [], transactionOptions })

/** Opens the first connection with the first query. */
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
  const prisma = prismaOf(pool)
  return {
    prisma,
    sql: makeSqlDatabase(pool),
    close: async () => {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}
