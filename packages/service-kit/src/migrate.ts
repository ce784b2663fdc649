import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, DriverAdapterError } from '@prisma/driver-adapter-utils'
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { createLogger } from './logger.ts'

export interface MigrateOptions {
  databaseUrl: string
  /** A folder that holds `<stamp>_<name>/migration.sql` and `migration_lock.toml`. */
  migrationsDir: string
}

/** The key of the advisory lock: "tandem" in ASCII. */
const MIGRATION_LOCK = 0x74616e64656dn

/**
 * Applies the missing migrations with Prisma's engine. An advisory lock lets one replica at a time do it.
 *
 * @returns the names of those that were applied.
 * @throws Error when another service has migrated this database, and the engine's own errors when a migration fails.
 */
export async function applyMigrations({ databaseUrl, migrationsDir }: MigrateOptions): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl })
  await lock.connect()
  try {
    await takeLock(lock)
    await requireOwnHistory(lock, (await namesIn(migrationsDir))[0])
    return await withEngine(databaseUrl, async (engine) => {
      const migrationsList = await readMigrations(migrationsDir)
      const filters = { externalTables: [], externalEnums: [] }
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters })
      return appliedMigrationNames
    })
  } finally {
    await lock.end()
  }
}

/** The SQL that builds a schema from nothing. It is not run. */
export async function schemaScript(databaseUrl: string, schemaDir: string): Promise<string> {
  const names = (await readdir(schemaDir)).filter((name) => name.endsWith('.prisma'))
  const files = await Promise.all(
    names.map(async (path) => ({ path, content: await readFile(join(schemaDir, path), 'utf8') })),
  )
  return withEngine(databaseUrl, async (engine) => {
    const [from, to] = [{ tag: 'empty' }, { tag: 'schemaDatamodel', files }] as const
    const filters = { externalTables: [], externalEnums: [] }
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters })
    return stdout ?? ''
  })
}

/** Applies the migrations, logs them, and ends the process. */
export async function migrateAsProcess(service: string, options: MigrateOptions): Promise<never> {
  const logger = createLogger({ service, level: 'info', format: 'json' })
  logger.info('database.migrated', { applied: await applyMigrations(options) })
  // The engine leaves a timer behind, which would keep the process running for ten seconds.
  process.exit(0)
}

/**
 * Refuses a database of another service, by the name of its first migration. The engine itself would find nothing to do
 * in a database whose migrations it does not know, and the service would then miss its tables.
 */
async function requireOwnHistory(client: pg.Client, first: string | undefined): Promise<void> {
  const { rows: tables } = await client.query<{ history: string | null; database: string }>(
    "SELECT to_regclass('_prisma_migrations')::text AS history, current_database() AS database",
  )
  const [{ history, database } = { history: null, database: '' }] = tables
  if (history === null) return
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY started_at, migration_name LIMIT 1',
  )
  const found = rows[0]?.name
  if (found === undefined || found === first) return
  throw new Error(
    `the database "${database}" belongs to another service: its first migration is ${found}, and this service begins with ` +
      `${first}. Give each service a database of its own in DATABASE_URL.`,
  )
}

const askAgainMs = 200

/**
 * Takes the lock by polling. A statement that waits for it would hold a snapshot, which blocks `CREATE INDEX
 * CONCURRENTLY` of the replica that migrates, for ever.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.taken === true) return
    await setTimeout(askAgainMs)
  }
}

/**
 * Runs a migration as one script. Prisma's adapter splits it at every semicolon, so a failure would leave half of it.
 * Only concurrent indexes, which no transaction may build, run one by one.
 */
class WholeScripts extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect()
    const inPieces = adapter.executeScript.bind(adapter)
    adapter.executeScript = async (script) => {
      if (/\bCONCURRENTLY\b/.test(script)) return inPieces(script)
      await adapter.underlyingDriver().query(script).catch(sayToEngine)
    }
    return adapter
  }
}

/** Rethrows an error in the form that the engine reads. */
function sayToEngine(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error
  const { code = 'N/A', severity = 'N/A', message, detail, column, hint } = error
  throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
}

async function withEngine<T>(
  databaseUrl: string,
  work: (engine: engineBindings.SchemaEngine) => Promise<T>,
): Promise<T> {
  await loadEngine()
  // A pool of our own: the engine never closes its own, and holds a lock in it.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool))
  const datamodels: [string, string][] = [['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']]
  const engine = await engineBindings.SchemaEngine.new({ datamodels }, () => undefined, adapter)
  try {
    return await work(engine)
  } finally {
    engine.free()
    await pool.end()
  }
}

interface WebAssemblyGlobal {
  instantiate(code: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}
const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyGlobal }

let engineLoaded: Promise<void> | undefined

/**
 * Loads the engine's WebAssembly by hand. The package's entry imports the module as a file, for which Node needs a
 * flag.
 */
function loadEngine(): Promise<void> {
  engineLoaded ??= (async () => {
    const bindings = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    const code = await readFile(join(dirname(bindings), 'schema_engine_bg.wasm'))
    const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': engineBindings })
    engineBindings.__wbg_set_wasm(instance.exports)
    instance.exports.__wbindgen_start()
  })()
  return engineLoaded
}

/** The folders of the migrations, in the order in which they are applied. */
async function namesIn(baseDir: string): Promise<string[]> {
  const entries = await readdir(baseDir, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

async function readMigrations(baseDir: string) {
  const names = await namesIn(baseDir)
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(baseDir, 'migration_lock.toml'), 'utf8').catch(() => null),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(join(baseDir, path, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  }
}
