import { PrismaPg } from '@prisma/adapter-pg'
import { type Prisma, PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** The client, or one of its transactions: what a store's function needs to run a statement. */
export type Db = Prisma.TransactionClient

const preparedMark = '/* prepared */ '
const preparedNames = new Map<string, string>()

/**
 * Marks a statement of a hot path: each connection parses and plans it once, and then only its name is sent. Not for
 * lists, whose best plan depends on their values.
 */
export function prepared(sql: string): string {
  const marked = preparedMark + sql
  preparedNames.set(marked, `orderbook_${preparedNames.size + 1}`)
  return marked
}

/** Connects lazily: the first statement opens the pool. */
export function makePrisma(
  databaseUrl: string,
  options: { poolSize: number; statementTimeoutMs: number },
): PrismaClient {
  const pool = {
    connectionString: databaseUrl,
    max: options.poolSize,
    statement_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: 10_000,
    application_name: 'tandem-orderbook',
    // Every statement here is short; starting parallel workers would take longer than most of them.
    options: '-c max_parallel_workers_per_gather=0',
  }
  const adapter = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => preparedNames.get(sql) ?? '' })
  return new PrismaClient({ adapter, log: [] })
}
