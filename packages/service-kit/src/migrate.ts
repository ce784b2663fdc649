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
  /** A Prisma migrations folder: `<stamp>_<name>/migration.sql`, and `migration_lock.toml`. */
  migrationsDir: string
}

/** Any number will do, as long as every replica takes the same one: "tandem" in ASCII. */
const MIGRATION_LOCK = 0x74616e64656dn

/**
 * Applies the migrations that the database lacks, in order, and returns their names. Prisma's own engine does it, as
 * WebAssembly, so that `_prisma_migrations` is what `prisma migrate deploy` would have written. Replicas may call it
 * at once: an advisory lock lets one work while the others wait.
 */
export async function applyMigrations({ databaseUrl, migrationsDir }: MigrateOptions): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl })
  await lock.connect()
  try {
    await takeLock(lock)
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

/** The statements with which Prisma would make an empty database agree with the schema in `schemaDir`. Nothing is run. */
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

/** Applies the migrations as the `migrate` command of a service: logs which, and ends the process. */
export async function migrateAsProcess(service: string, options: MigrateOptions): Promise<never> {
  const logger = createLogger({ service, level: 'info', format: 'json' })
  logger.info('database.migrated', { applied: await applyMigrations(options) })
  // The migration engine leaves a ten-second timer behind.
  process.exit(0)
}

const askAgainMs = 200

/**
 * Asks again and again rather than waits: a statement that waits has a snapshot, which `CREATE INDEX CONCURRENTLY` of the
 * replica that migrates would wait for in turn, for ever.
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
 * Prisma's adapter splits a migration at every semicolon and runs the pieces one by one: a failure leaves half of it, and
 * a function's body is torn. Here PostgreSQL gets it whole, which makes it one transaction. Only where it builds indexes
 * beside running writers, which no transaction may do, are its statements run one by one.
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

/** A failure in the form in which the engine reads and reports it. */
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
  // A pool of ours, because the engine never closes its own, and holds a lock in it that the next run waits for.
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

/** As much of the standard global as is used here: its types come with the DOM's, which a server has no use for. */
interface WebAssemblyGlobal {
  instantiate(code: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}
const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyGlobal }

let engineLoaded: Promise<void> | undefined

/** The package's entry imports the module as a file, which Node does only behind a flag. */
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

async function readMigrations(baseDir: string) {
  const entries = await readdir(baseDir, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(baseDir, 'migration_lock.toml'), 'utf8').catch(() => null),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(join(baseDir, path, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  }
}
