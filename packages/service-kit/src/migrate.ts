import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

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
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
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

async function withEngine<T>(
  databaseUrl: string,
  work: (engine: engineBindings.SchemaEngine) => Promise<T>,
): Promise<T> {
  await loadEngine()
  // A pool of ours, because the engine never closes its own, and holds a lock in it that the next run waits for.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool))
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
