import { fileURLToPath } from 'node:url'
import { configFromProcess, directUrlOf } from '@tandem/service-kit'
import { migrateAsProcess } from '@tandem/service-kit/migrate'
import { migrateSettings } from './config.ts'

export async function migrate(): Promise<void> {
  const databaseUrl = directUrlOf(configFromProcess(migrateSettings))
  // The path is the same from src/ and from dist/.
  await migrateAsProcess('relayer', {
    databaseUrl,
    migrationsDir: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  })
}
