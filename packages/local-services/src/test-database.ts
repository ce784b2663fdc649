import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

export interface TestDatabase {
  readonly url: string
  /** Drops it, and ends whatever is still connected to it. */
  drop(): Promise<void>
}

/**
 * A fresh database for one test file, on the server of the integration tests (`TANDEM_TEST_DATABASE_URL`). `label` makes
 * it recognisable in a listing.
 *
 * @param migratedFor the service whose tables it has; by default it is empty. The set-up of the integration tests has
 *   migrated a database of each service once, and this one is a copy of it.
 */
export async function createTestDatabase(label = 'test', migratedFor?: 'orderbook' | 'relayer'): Promise<TestDatabase> {
  const serverUrl = process.env.TANDEM_TEST_DATABASE_URL
  if (serverUrl === undefined) throw new Error('TANDEM_TEST_DATABASE_URL is not set: run the integration project')
  const name = `${label.replace(/[^a-z0-9]/gi, '_').toLowerCase()}_${randomBytes(4).toString('hex')}`
  const template = migratedFor === undefined ? '' : ` template "${migratedFor}"`
  await query(serverUrl, `create database "${name}"${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => dropDatabase(serverUrl, name) }
}

/** How long connections that are being closed may take. Connections that are kept open are ended by force then. */
const closingMs = 2_000

/**
 * A pool has ended before the server has read the farewell of its last connections. Ended by force in that moment, a
 * connection tells its client an error that has no listener any more, and the test process dies of it.
 */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const giveUpAt = Date.now() + closingMs
    const isInUse = async () =>
      (await client.query('SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name])).rowCount !== 0
    while ((await isInUse()) && Date.now() < giveUpAt) await setTimeout(20)
    await client.query(`drop database if exists "${name}" with (force)`)
  } finally {
    await client.end()
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
