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

/** Runs a statement in a transaction of Prisma's client. A column of `bigint` or `numeric` must be cast: Prisma reads them in its own way. */
export const rowsOf = <Row>(
  tx: Prisma.TransactionClient,
  statement: Statement<Row>,
  ...values: unknown[]
): Promise<Row[]> => tx.$queryRawUnsafe<Row[]>(statement, ...values)

export interface Database {
  readonly prisma: PrismaClient
  /** For the steps of requests. */
  readonly sql: SqlDatabase
  close(): Promise<void>
}

/** For commands and tests. */
const patient: PostgresTimeouts = { answerMs: 30_000, statementMs: 30_000 }

/** One pool for both, behind a pooler in transaction mode where `isPooled`. Connects lazily. */
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
