import { expect, it } from '@jest/globals'
import { makeCommandPool } from '../../src/db/command-pool.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('command_pool')

it('a command that stands still or lost its network holds its locks for half a minute, and waits a minute for those of others', async () => {
  const pool = makeCommandPool(database.url, 'tandem-rescan')
  const { rows } = await pool.query(
    `SELECT name, setting::int FROM pg_settings
     WHERE name IN ('idle_in_transaction_session_timeout', 'lock_timeout') OR name LIKE 'tcp_keepalives%' ORDER BY name`,
  )
  await pool.end()
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: 30_000 },
    { name: 'lock_timeout', setting: 60_000 },
    { name: 'tcp_keepalives_count', setting: 3 },
    { name: 'tcp_keepalives_idle', setting: 10 },
    { name: 'tcp_keepalives_interval', setting: 5 },
  ])
})
