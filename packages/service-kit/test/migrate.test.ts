import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@tandem/local-services'
import pg from 'pg'
import { applyMigrations } from '../src/migrate.ts'

const fixtures = fileURLToPath(new URL('./fixtures/migrations', import.meta.url))
const names = ['20260101000000_first', '20260102000000_second']

describe('applyMigrations', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  const databases: TestDatabase[] = []

  beforeAll(() => cpSync(fixtures, dir, { recursive: true }))
  afterAll(async () => {
    rmSync(dir, { recursive: true })
    await Promise.all(databases.map((database) => database.drop()))
  })

  async function freshDatabase(): Promise<string> {
    const database = await createTestDatabase('migrate')
    databases.push(database)
    return database.url
  }

  async function query(url: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return (await client.query(sql).finally(() => client.end())).rows
  }

  it('applies what is missing, in order, and records it as prisma does', async () => {
    const databaseUrl = await freshDatabase()
    expect(await applyMigrations({ databaseUrl, migrationsDir: dir })).toEqual(names)
    expect(await applyMigrations({ databaseUrl, migrationsDir: dir })).toEqual([])
    const rows = await query(
      databaseUrl,
      'select migration_name, applied_steps_count, length(checksum) as checksum, finished_at is not null as finished from _prisma_migrations order by started_at',
    )
    expect(rows).toEqual(
      names.map((name) => ({ migration_name: name, applied_steps_count: 1, checksum: 64, finished: true })),
    )
    await query(databaseUrl, "insert into fact values (1, 'a', now())")
  })

  it('lets replicas call it at once: each migration runs once', async () => {
    const databaseUrl = await freshDatabase()
    const applied = await Promise.all([1, 2, 3].map(() => applyMigrations({ databaseUrl, migrationsDir: dir })))
    expect(applied.flat().sort()).toEqual(names)
  })

  it('leaves no session behind', async () => {
    const databaseUrl = await freshDatabase()
    await applyMigrations({ databaseUrl, migrationsDir: dir })
    const others = 'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    expect(await query(databaseUrl, others)).toEqual([])
  })

  /** Runs with one more migration, which has this script. */
  async function withMigration<T>(name: string, script: string, work: () => Promise<T>): Promise<T> {
    const more = join(dir, name)
    cpSync(join(dir, names[1] as string), more, { recursive: true })
    writeFileSync(join(more, 'migration.sql'), script)
    return work().finally(() => rmSync(more, { recursive: true }))
  }

  it('runs a migration as a whole: a function keeps its body, and a failure leaves nothing of it', async () => {
    const databaseUrl = await freshDatabase()
    const body = 'CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$;'
    const migrate = () => applyMigrations({ databaseUrl, migrationsDir: dir })
    await withMigration('20260103000000_function', body, async () => {
      await migrate()
      expect(await query(databaseUrl, 'SELECT two() AS two')).toEqual([{ two: 2 }])
      await withMigration('20260104000000_half', 'CREATE TABLE half (n int); SELECT 1 / 0;', async () => {
        await expect(migrate()).rejects.toThrow(/division by zero/)
        expect(await query(databaseUrl, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }])
      })
    })
  })

  it('builds an index beside running writers while other replicas wait for their turn', async () => {
    const databaseUrl = await freshDatabase()
    const script = `CREATE INDEX CONCURRENTLY "beside_writers" ON "fact" ("id");
      SELECT pg_sleep(0.5);
      CREATE INDEX CONCURRENTLY "beside_writers_too" ON "fact" ("id");`
    await withMigration('20260103000000_concurrent', script, async () => {
      const applied = await Promise.all([1, 2, 3].map(() => applyMigrations({ databaseUrl, migrationsDir: dir })))
      expect(applied.flat()).toHaveLength(3)
    })
    const valid = "SELECT count(*)::int AS count FROM pg_index WHERE indrelid = 'fact'::regclass AND indisvalid"
    expect(await query(databaseUrl, valid)).toEqual([{ count: 4 }])
  })

  it('leaves a database alone that another service has migrated, and names it', async () => {
    const databaseUrl = await freshDatabase()
    await applyMigrations({ databaseUrl, migrationsDir: dir })
    const other = mkdtempSync(join(tmpdir(), 'tandem-test-'))
    cpSync(join(dir, names[1] as string), join(other, '20260101000000_of_another'), { recursive: true })
    try {
      await expect(applyMigrations({ databaseUrl, migrationsDir: other })).rejects.toThrow(
        /belongs to another service: its first migration is 20260101000000_first, .* 20260101000000_of_another/,
      )
    } finally {
      rmSync(other, { recursive: true })
    }
  })

  it('says which migration failed, and refuses to go on until it is resolved', async () => {
    const databaseUrl = await freshDatabase()
    const broken = join(dir, '20260103000000_broken')
    cpSync(join(dir, names[1] as string), broken, { recursive: true })
    writeFileSync(join(broken, 'migration.sql'), 'ALTER TABLE "no_such_table" ADD COLUMN "x" TEXT;')
    try {
      await expect(applyMigrations({ databaseUrl, migrationsDir: dir })).rejects.toThrow(/20260103000000_broken/)
      await expect(applyMigrations({ databaseUrl, migrationsDir: dir })).rejects.toThrow(/20260103000000_broken/)
    } finally {
      rmSync(broken, { recursive: true })
    }
  })
})
