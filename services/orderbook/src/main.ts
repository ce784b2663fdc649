import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configFromProcess, createLogger, runService } from '@tandem/service-kit'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { compose } from './compose.ts'
import { configProblems, migrateSettings, settings } from './config.ts'
import { replay } from './replay.ts'
import { rescan } from './rescan.ts'

/**
 * `main.ts` runs the service, `main.ts migrate` brings its database up to date, `main.ts replay` rebuilds what is derived
 * from the event table, `main.ts rescan` reads blocks again for events that are missing from it, `--print-config` prints
 * and ends.
 */
if (process.argv[2] === 'migrate') {
  await migrate()
} else if (process.argv[2] === 'replay') {
  process.exitCode = await replay(process.argv.slice(3), (line) => process.stdout.write(`${line}\n`))
} else if (process.argv[2] === 'rescan') {
  process.exitCode = await rescan(process.argv.slice(3), (line) => process.stdout.write(`${line}\n`))
} else {
  const config = configFromProcess(settings)
  const problems = configProblems(config)
  if (problems.length > 0) {
    process.stderr.write(`The configuration has ${problems.length} problem(s):\n  ${problems.join('\n  ')}\n`)
    process.exit(78)
  }
  const orderbook = compose(config)
  await runService(orderbook, { logger: orderbook.logger, graceMs: config.shutdownGraceMs })
}

async function migrate(): Promise<void> {
  const { databaseUrl } = configFromProcess(migrateSettings)
  const logger = createLogger({ service: 'orderbook', level: 'info', format: 'json' })
  // The same place seen from src/ and from dist/.
  const migrationsDir = join(dirname(fileURLToPath(import.meta.url)), '../prisma/migrations')
  const applied = await applyMigrations({ databaseUrl, migrationsDir })
  logger.info('database.migrated', { applied })
  // The migration engine leaves a ten-second timer behind.
  process.exit(0)
}
