import { PrismaPg } from '@prisma/adapter-pg'
import { makePostgresPool, makeSqlDatabase, type PostgresTimeouts, type SqlDatabase } from '@tandem/service-kit'
import { PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

export interface Database {
  readonly prisma: PrismaClient
  /** Plain SQL on the same connections, for the steps of requests. */
  readonly sql: SqlDatabase
  close(): Promise<void>
}

/** How long a command, or a test, waits for PostgreSQL. */
const patient: PostgresTimeouts = { answerMs: 30_000, statementMs: 30_000 }

/** A pool that both share; `isPooled` says that a pooler in transaction mode stands in between. It connects lazily: the first statement opens a connection. */
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
