import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { createTestDatabase, startPostgres } from '../src/index.ts'

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('startPostgres', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  it('serves a superuser on the loopback only', async () => {
    const postgres = await startPostgres({ fast: true })
    try {
      const [row] = await query(
        postgres.url(),
        "select rolsuper, current_setting('listen_addresses') as at, current_setting('server_version_num')::int / 10000 as major from pg_roles where rolname = current_user",
      )
      expect(row).toEqual({ rolsuper: true, at: '127.0.0.1', major: 18 })
    } finally {
      await postgres.stop()
    }
  })

  it('refuses a wrong password', async () => {
    const postgres = await startPostgres({ fast: true })
    const url = new URL(postgres.url())
    url.password = 'wrong'
    await expect(query(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    await postgres.stop()
  })

  it('keeps what was committed over a kill and a restart, on the same URL', async () => {
    const postgres = await startPostgres({ fast: true })
    const url = await postgres.createDatabase('kept')
    await query(url, 'create table fact (n int); insert into fact values (1)')
    const before = postgres.pid
    await postgres.kill()
    await expect(query(url, 'select 1')).rejects.toThrow()
    await postgres.restart()
    expect(postgres.pid).not.toBe(before)
    expect(await query(await postgres.createDatabase('kept'), 'select n from fact')).toEqual([{ n: 1 }])
    await postgres.stop()
  })

  it.each([
    ['that the server can enter', 0o711],
    ['that only we can enter', 0o700],
  ])('keeps a named directory %s, and opens it again', async (_name, mode) => {
    mkdirSync(dir, { recursive: true })
    chmodSync(dir, mode)
    const first = await startPostgres({ dir, fast: true })
    await query(first.url(), 'create table fact (n int)')
    await first.stop()
    const second = await startPostgres({ dir, fast: true })
    expect(await query(second.url(), 'select n from fact')).toEqual([])
    const [{ data_directory }] = (await query(second.url(), 'show data_directory')) as [{ data_directory: string }]
    await second.stop()
    rmSync(dirname(data_directory), { recursive: true })
  })

  it('says why it did not start', async () => {
    const postgres = await startPostgres({ fast: true })
    const port = Number(new URL(postgres.url()).port)
    await expect(startPostgres({ port, fast: true })).rejects.toThrow(/could not bind IPv4 address "127.0.0.1"/)
    await postgres.stop()
  })
})

describe('createTestDatabase', () => {
  it('makes an empty database and drops it under open connections', async () => {
    const database = await createTestDatabase('local-services')
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => undefined)
    await client.connect()
    expect((await client.query('select current_database() as name')).rows[0].name).toMatch(/^local_services_[0-9a-f]+$/)
    await database.drop()
    await expect(query(database.url, 'select 1')).rejects.toMatchObject({ code: '3D000' })
  })
})
