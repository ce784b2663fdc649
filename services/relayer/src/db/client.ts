import { PrismaPg } from '@prisma/adapter-pg'
import {
  makePostgresPool,
  makeSqlDatabase,
  type PostgresTimeouts,
  type SqlDatabase,
  type Statement,
} from '@tandem/service-kit'
import { type Prisma, PrismaClient } from './generated/client.ts'

export type { Prisma, PrismaClient } from './generated/client.ts'

/**
 * Runs a statement in a transaction of Prisma's client. A column of `bigint` or `numeric` must be cast: Prisma reads them in its
 * own way.
 */
export const rowsOf = <Row>(
  tx: Prisma.TransactionClient,
  statement: Statement<Row>,
  ...values: unknown[]
): Promise<Row[]> => tx.$queryRawUnsafe<Row[]>(statement, ...values)

export interface Database {
  readonly prisma: PrismaClient
  /** Runs hand-written SQL, on the same connections as `prisma`. */
  readonly sql: SqlDatabase
  close(): Promise<void>
}

/** Default timeouts, for command-line tools such as `rotate` and for tests. The service passes its own. */
const patient: PostgresTimeouts = { answerMs: 30_000, statementMs: 30_000 }

/**
 * Opens one pool of connections for Prisma's client and for hand-written SQL. Each connection is made when it is first
 * needed.
 * @param isPooled whether a pooler in transaction mode is in front of PostgreSQL.
 */
export function makeDatabase(databaseUrl: string, poolSize: number, timeouts = patient, isPooled = false): Database {
  const pool = makePostgresPool({ databaseUrl, size: poolSize, applicationName: 'tandem-relayer', timeouts, isPooled })
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
