import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'

export type { PrismaClient } from './generated/client.ts'

/** Connects lazily: the first statement opens the pool. */
export function makePrisma(databaseUrl: string, poolSize: number): PrismaClient {
  const adapter = new PrismaPg({
    connectionString: databaseUrl,
    max: poolSize,
    statement_timeout: 30_000,
    application_name: 'tandem-relayer',
  })
  return new PrismaClient({ adapter, log: [] })
}
