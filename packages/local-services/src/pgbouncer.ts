import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { launch } from './launch.ts'

export interface BehindPgBouncer {
  url(): string
}

/** The databases are `NAME` in transaction mode and `NAME_direct` in session mode. */
export interface PgBouncer {
  url(database: string): string
  stop(): Promise<void>
}

export const pgBouncerAvailable = (): boolean => spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0

/** Starts PgBouncer as the user `nobody`, because it refuses to be root. */
export async function startPgBouncer(postgres: BehindPgBouncer, databases: readonly string[]): Promise<PgBouncer> {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-pgbouncer-'))
  chmodSync(dir, 0o755)
  const { username, password } = new URL(postgres.url())
  const port = await freePort()
  const url = (database: string) => `postgresql://${username}:${password}@127.0.0.1:${port}/${database}`
  const config = join(dir, 'pgbouncer.ini')
  const users = join(dir, 'users.txt')
  writeFileSync(users, `"${username}" "${password}"\n`)
  const at = `host=127.0.0.1 port=${new URL(postgres.url()).port}`
  const lines = [
    '[databases]',
    ...databases.flatMap((name) => [
      `${name} = ${at} dbname=${name} pool_mode=transaction`,
      `${name}_direct = ${at} dbname=${name} pool_mode=session`,
    ]),
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = scram-sha-256', `auth_file = ${users}`, `admin_users = ${username}`],
    ...['max_client_conn = 500', 'default_pool_size = 20', 'server_login_retry = 1'],
    // PgBouncer ignores these parameters of a connection. The settings of the role take their
    // place.
    'ignore_startup_parameters = extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  const ask = async (database: string, statement: string) => {
    const client = new pg.Client({ connectionString: url(database), connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const running = await launch({
    ...{ name: 'pgbouncer', command: 'pgbouncer', args: [...asNobody, config], logFile: join(dir, 'pgbouncer.log') },
    stopSignal: 'SIGINT',
    temporaryDir: dir,
    isReady: () => ask('pgbouncer', 'SHOW VERSION').then(() => true),
  })
  return {
    url,
    stop: async () => {
      await running.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
