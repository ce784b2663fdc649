import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configFromProcess, createLogger, runService, secretBoxOf } from '@tandem/service-kit'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { compose } from './compose.ts'
import { configProblems, migrateSettings, rotateSettings, settings } from './config.ts'
import { makeDatabase } from './db/client.ts'
import { rotateSecrets } from './db/rotate-secrets.ts'

/**
 * `main.ts` runs the service, `main.ts migrate` brings its database up to date, `main.ts rotate-secrets` seals what is
 * stored with the current key, `--print-config` prints and ends.
 */
if (process.argv[2] === 'migrate') {
  await migrate()
} else if (process.argv[2] === 'rotate-secrets') {
  await rotate()
} else {
  const config = configFromProcess(settings)
  const problems = configProblems(config)
  if (problems.length > 0) {
    process.stderr.write(`The configuration has ${problems.length} problem(s):\n  ${problems.join('\n  ')}\n`)
    process.exit(78)
  }
  const relayer = compose(config)
  await runService(relayer, { logger: relayer.logger, graceMs: config.shutdownGraceMs })
}

async function migrate(): Promise<void> {
  const { databaseUrl } = configFromProcess(migrateSettings)
  const logger = createLogger({ service: 'relayer', level: 'info', format: 'json' })
  // The same place seen from src/ and from dist/.
  const migrationsDir = join(dirname(fileURLToPath(import.meta.url)), '../prisma/migrations')
  const applied = await applyMigrations({ databaseUrl, migrationsDir })
  logger.info('database.migrated', { applied })
  // The migration engine leaves a ten-second timer behind.
  process.exit(0)
}

async function rotate(): Promise<void> {
  const config = configFromProcess(rotateSettings)
  const logger = createLogger({ service: 'relayer', level: 'info', format: 'json' })
  const { prisma, close } = makeDatabase(config.databaseUrl, 1)
  const counts = await rotateSecrets(prisma, secretBoxOf(config))
  await close()
  logger.info('secrets.rotated', { key_id: config.secretsKeyId, ...counts })
  // What no key opens is of no use to anybody but must not pass for rotated.
  if (Object.values(counts).some(({ unreadable }) => unreadable > 0)) process.exitCode = 1
}
