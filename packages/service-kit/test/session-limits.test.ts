import { afterEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, pgBouncerAvailable, startPgBouncer, until } from '@tandem/local-services'
import pg from 'pg'
import { Registry } from 'prom-client'
import { createLifecycle } from '../src/lifecycle.ts'
import type { LogFields, Logger } from '../src/logger.ts'
import { makePostgresPool } from '../src/postgres-pool.ts'
import { watchSessionLimits } from '../src/session-limits.ts'
import { sessionSettingsOf } from '../src/session-settings.ts'
import { makeSqlDatabase, type Sql, type SqlDatabase } from '../src/sql.ts'
import { unchecked } from '../src/testing.ts'

const timeouts = { answerMs: 30_000, statementMs: 30_000 }
const serverSettings = { max_parallel_workers_per_gather: 0 }
const wanted = sessionSettingsOf(timeouts.statementMs, serverSettings)
const settings = Object.keys(wanted).sort()

const cleaning: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

async function freshDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase('limits')
  cleaning.push(drop)
  return url
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1)

/**
 * Puts a new PgBouncer in front of the database, so that all of its connections are new.
 *
 * @returns its URL.
 */
async function throughPgBouncer(url: string, suffix: '' | '_direct'): Promise<string> {
  const bouncer = await startPgBouncer({ url: () => url }, [databaseOf(url)])
  cleaning.push(() => bouncer.stop())
  return bouncer.url(`${databaseOf(url)}${suffix}`)
}

function sqlOf(databaseUrl: string, isPooled: boolean): SqlDatabase {
  const pool = makePostgresPool({
    ...{ databaseUrl, size: 1, applicationName: 'limits-test', timeouts, isPooled, serverSettings },
  })
  cleaning.push(() => pool.end())
  return makeSqlDatabase(pool)
}

interface Line {
  event: string
  fields: LogFields
}

/** Watches the limits of sessions, and collects what is logged. */
function watch(sql: SqlDatabase) {
  const lines: Line[] = []
  const note = (event: string, fields: LogFields = {}) => void lines.push({ event, fields })
  const logger: Logger = { error: note, warn: note, info: note, debug: () => undefined, child: () => logger }
  const registry = new Registry()
  const lifecycle = createLifecycle(logger)
  let checks = 0
  const counted: Sql = {
    query: (text, values) => {
      checks += 1
      return sql.query(text, values)
    },
  }
  watchSessionLimits({ sql: counted, wanted, logger, registry, lifecycle, intervalMs: 20 })
  cleaning.push(() => lifecycle.stop())
  const gauge = async () => {
    const of = await registry.getSingleMetric('tandem_database_session_limit_missing')?.get()
    return (of?.values ?? []).map(({ labels, value }) => [String(labels.setting), value] as const).sort()
  }
  /** Waits for two more checks to begin: the check that is under way now has then been answered. */
  const untilCheckedAgain = () => {
    const seen = checks
    return until(() => checks >= seen + 2, 'two more checks')
  }
  return { lines, gauge, untilCheckedAgain }
}

async function run(url: string, statements: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(String(statement))
  await client.end()
}

const all = (value: 0 | 1) => settings.map((setting) => [setting, value])
const withBouncer = pgBouncerAvailable() ? it : it.skip

describe('watchSessionLimits', () => {
  const findsAndMends = async (inFront: (url: string) => Promise<string>, isPooled: boolean) => {
    const url = await freshDatabase()
    const before = watch(sqlOf(await inFront(url), isPooled))
    expect(await before.gauge()).toEqual(all(0))
    await before.untilCheckedAgain()
    expect(await before.gauge()).toEqual(all(1))
    // Each missing limit is logged once, however often it is checked.
    expect(before.lines.map(({ event, fields }) => [event, fields.setting])).toEqual(
      settings.map((setting) => ['database.session_limit_missing', setting]),
    )
    expect(before.lines.find(({ fields }) => fields.setting === 'lock_timeout')?.fields).toEqual({
      ...{ setting: 'lock_timeout', value: '0ms', wanted: '10000ms' },
      statement: `ALTER ROLE ${new URL(url).username} IN DATABASE ${databaseOf(url)} SET lock_timeout = '10000ms'`,
    })
    await run(
      url,
      before.lines.map(({ fields }) => fields.statement),
    )
    const after = watch(sqlOf(await inFront(url), isPooled))
    await after.untilCheckedAgain()
    expect([after.lines, await after.gauge()]).toEqual([[], all(0)])
  }

  it('finds each limit that a pooled session lacks, and logs the statement that mends it', () =>
    findsAndMends(async (url) => url, true))

  // Skipped where PgBouncer is missing (Debian: apt-get install pgbouncer).
  withBouncer('finds them behind PgBouncer in transaction mode', () =>
    findsAndMends((url) => throughPgBouncer(url, ''), true),
  )
  withBouncer('finds them behind PgBouncer in session mode, which drops what the service asks for', () =>
    findsAndMends((url) => throughPgBouncer(url, '_direct'), false),
  )

  it('says nothing of a direct connection, which has them all', async () => {
    const direct = watch(sqlOf(await freshDatabase(), false))
    await direct.untilCheckedAgain()
    expect([direct.lines, await direct.gauge()]).toEqual([[], all(0)])
  })

  it('takes a stricter limit, refuses a weaker one, and says when that is mended', async () => {
    const url = await freshDatabase()
    const sql = sqlOf(url, true)
    const set = (value: string) => sql.query(unchecked(`SELECT set_config('lock_timeout', $1, false)`), [value])
    await set('1s')
    const { lines, untilCheckedAgain } = watch(sql)
    const events = () =>
      lines.flatMap(({ event, fields }) => (fields.setting === 'lock_timeout' ? [event, fields.value] : []))
    await untilCheckedAgain()
    expect(events()).toEqual([])
    await set('11s')
    await untilCheckedAgain()
    expect(events()).toEqual(['database.session_limit_missing', '11000ms'])
    await set('10s')
    await untilCheckedAgain()
    expect(events().slice(2)).toEqual(['database.session_limit_set', '10000ms'])
  })

  it('goes on when the database does not answer', async () => {
    const failing = {
      query: () => Promise.reject(new Error('down')),
      transaction: () => Promise.reject(new Error('down')),
    }
    const { lines, untilCheckedAgain, gauge } = watch(failing)
    await untilCheckedAgain()
    expect(new Set(lines.map(({ event }) => event))).toEqual(new Set(['database.session_limits_unknown']))
    expect(await gauge()).toEqual(all(0))
  })
})
