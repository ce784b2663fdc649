import { createTestDatabase } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { makePrisma, type PrismaClient } from '../../src/db/client.ts'

export type MigratedDatabase = { url: string; prisma: PrismaClient; drop(): Promise<void> }

export const migrationsDir = new URL('../../prisma/migrations', import.meta.url).pathname

/** A fresh database of this service, for one test file. */
export async function migratedDatabase(label: string): Promise<MigratedDatabase> {
  const database = await createTestDatabase(label)
  await applyMigrations({ databaseUrl: database.url, migrationsDir })
  const prisma = makePrisma(database.url, { poolSize: 20, statementTimeoutMs: 30_000 })
  return {
    url: database.url,
    prisma,
    drop: async () => {
      await prisma.$disconnect()
      await database.drop()
    },
  }
}
