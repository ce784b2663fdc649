import { PrismaPg } from '@prisma/adapter-pg'
import { type Prisma, PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** The client, or one of its transactions: what a store's function needs to run a statement. */
export type Db = Prisma.TransactionClient

/** Connects lazily: the first statement opens the pool. */
export function makePrisma(
  databaseUrl: string,
  options: { poolSize: number; statementTimeoutMs: number },
): PrismaClient {
  const adapter = new PrismaPg({
    connectionString: databaseUrl,
    max: options.poolSize,
    statement_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: 10_000,
    application_name: 'tandem-orderbook',
  })
  return new PrismaClient({ adapter, log: [] })
}
