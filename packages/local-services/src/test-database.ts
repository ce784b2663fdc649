import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

export interface TestDatabase {
  readonly url: string
  /** Deletes the database, and ends connections that are still open. */
  drop(): Promise<void>
}

/**
 * Creates a database for one test file, on the server of `TANDEM_TEST_DATABASE_URL`.
 *
 * @param migratedFor copies the migrated database of a service; by default the new one is empty.
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

/** After this time, in milliseconds, connections that are still open are ended by force. */
const closingMs = 2_000

/**
 * Deletes a database after its connections have closed. A forced end would throw in a client without a listener, and
 * end the test process.
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
