import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  readonly url: string
  /** Drops it, and ends whatever is still connected to it. */
  drop(): Promise<void>
}

/**
 * A fresh, empty database for one test file, on the server of the integration tests (`TANDEM_TEST_DATABASE_URL`) or
 * on the given one. `label` makes it recognisable in a listing.
 */
export async function createTestDatabase(
  label = 'test',
  serverUrl = process.env.TANDEM_TEST_DATABASE_URL,
): Promise<TestDatabase> {
  if (serverUrl === undefined) throw new Error('TANDEM_TEST_DATABASE_URL is not set: run the integration project')
  const name = `${label.replace(/[^a-z0-9]/gi, '_').toLowerCase()}_${randomBytes(4).toString('hex')}`
  await query(serverUrl, `create database "${name}"`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => query(serverUrl, `drop database if exists "${name}" with (force)`) }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
