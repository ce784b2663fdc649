import { createTestDatabase } from '@tandem/local-services'
import { type Database, makeDatabase } from '../../src/db/client.ts'

export type MigratedDatabase = Pick<Database, 'prisma' | 'sql'> & { url: string; drop(): Promise<void> }

export const migrationsDir = new URL('../../prisma/migrations', import.meta.url).pathname

/** A fresh database of this service, for one test file. */
export async function migratedDatabase(label: string): Promise<MigratedDatabase> {
  const database = await createTestDatabase(label, 'orderbook')
  const { prisma, sql, close } = makeDatabase(database.url, {
    poolSize: 20,
    timeouts: { answerMs: 30_000, statementMs: 30_000 },
  })
  return {
    url: database.url,
    prisma,
    sql,
    drop: async () => {
      await close()
      await database.drop()
    },
  }
}
