import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { PostgresAccount } from './postgres-account.ts'

/** Copies a running cluster for a standby. This is the work of pg_basebackup, which the npm packages lack. */
export async function copyCluster(
  primaryUrl: string,
  { workDir, dataDir, account }: { workDir: string; dataDir: string; account: PostgresAccount | undefined },
): Promise<void> {
  const { port, password } = new URL(primaryUrl)
  const primary = new pg.Client({ connectionString: primaryUrl })
  await primary.connect()
  try {
    const { rows } = await primary.query<{ data_directory: string }>('SHOW data_directory')
    const [from] = rows
    if (from === undefined) throw new Error('PostgreSQL does not say where its files are')
    await primary.query("SELECT pg_backup_start('standby', true)")
    // Files may go away during the copy; the write-ahead log makes up for them.
    spawnSync('cp', ['-a', from.data_directory, dataDir], { stdio: 'ignore' })
    const stopped = await primary.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    const own = (name: string, text: string) => {
      writeFileSync(name, text, { mode: 0o600 })
      if (account !== undefined) chownSync(name, account.uid, account.gid)
    }
    own(join(dataDir, 'backup_label'), stopped.rows[0]?.labelfile ?? '')
    own(join(dataDir, 'standby.signal'), '')
    own(join(workDir, 'password'), password)
    rmSync(join(dataDir, 'postmaster.pid'), { force: true })
    const following = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby`
    appendFileSync(join(dataDir, 'postgresql.auto.conf'), `primary_conninfo = '${following}'\n`)
  } finally {
    await primary.end()
  }
}
