import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { onPort } from './free-port.ts'
import { launch } from './launch.ts'
import { type LocalServer, localServer } from './local-server.ts'
import { type PostgresAccount, postgresAccount, reachableDir } from './postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { copyCluster } from './postgres-standby.ts'
import { retrying } from './retrying.ts'
import { inWorkingDir } from './working-dir.ts'

export interface PostgresOptions {
  /** The folder of the data, which is kept after `stop` and used again. By default it is temporary. */
  dir?: string
  port?: number
  log?: string
  /** If true, commits survive a crash of the server, but not one of the machine. Tests use this. */
  fast?: boolean
  /** The folder of a stopped server, with a copy of which this one begins. */
  copyOf?: string
  standbyOf?: LocalPostgres
  /** More settings of the server, such as `['synchronous_commit=on']`. */
  settings?: readonly string[]
}

export interface LocalPostgres extends LocalServer {
  url(database?: string): string
  /** Makes the database unless it exists, and returns its URL. */
  createDatabase(name: string): Promise<string>
}

const run = promisify(execFile)

const MAX_CONNECTIONS = 400

export async function startPostgres(options: PostgresOptions = {}): Promise<LocalPostgres> {
  const account = postgresAccount()
  const binaries = postgresBinaries(account)
  const dir = options.dir === undefined ? undefined : reachableDir(options.dir, account)
  return inWorkingDir('postgres', dir, async (work) => {
    const dataDir = join(work.path, 'data')
    if (options.standbyOf !== undefined)
      await copyCluster(options.standbyOf.url(), { workDir: work.path, dataDir, account })
    const { copyOf } = options
    const password = await initialise({ workDir: work.path, dataDir, initdb: binaries.initdb, account, copyOf })
    return onPort(options.port, async (port) => {
      const url = (database = 'postgres') => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`
      const start = () =>
        launch({
          name: 'postgres',
          command: binaries.postgres,
          args: ['-D', dataDir, '-p', String(port), ...settings(options)],
          logFile: options.log ?? join(work.path, 'postgres.log'),
          // This is PostgreSQL's "fast" shutdown, which ends sessions instead of waiting for them.
          stopSignal: 'SIGINT',
          stopTimeoutMs: busyMachineMs,
          temporaryDir: work.temporaryDir,
          identity: account,
          isReady: () => withClient(url(), 5_000, async (client) => (await client.query('select 1')).rowCount === 1),
        })
      // The start is tried several times: after SIGKILL, the orphaned backends hold the shared
      // memory for a moment.
      const server = await localServer(work, () => retrying(3, 500, start))
      return Object.assign(server, {
        url,
        createDatabase: async (name: string) => {
          await withClient(url(), busyMachineMs, async (client) => {
            const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
            if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
          })
          return url(name)
        },
      })
    })
  })
}

function settings({ fast = false, settings: more = [] }: PostgresOptions): string[] {
  const pairs = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `max_connections=${MAX_CONNECTIONS}`]
  // `synchronous_commit` stays on, because a killed server must lose no commit that it acknowledged.
  if (fast) pairs.push('fsync=off', 'full_page_writes=off')
  pairs.push(...more)
  return pairs.flatMap((pair) => ['-c', pair])
}

/** Prepares the data directory, and returns the superuser's password. */
async function initialise(o: {
  workDir: string
  dataDir: string
  initdb: string
  account: PostgresAccount | undefined
  copyOf: string | undefined
}): Promise<string> {
  const passwordFile = join(o.workDir, 'password')
  if (existsSync(join(o.dataDir, 'PG_VERSION'))) return readFileSync(passwordFile, 'utf8')
  if (o.copyOf !== undefined) {
    // `cp -a` keeps the owner, which PostgreSQL needs to start.
    await run('cp', ['-a', join(o.copyOf, 'data'), join(o.copyOf, 'password'), o.workDir])
    return readFileSync(passwordFile, 'utf8')
  }
  mkdirSync(o.dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, randomBytes(16).toString('hex'), { mode: 0o600 })
  if (o.account !== undefined) {
    chownSync(o.dataDir, o.account.uid, o.account.gid)
    chownSync(passwordFile, o.account.uid, o.account.gid)
  }
  // By default every connection hashes the password 4,096 times, to slow down somebody who guesses it. Nobody guesses 16 random bytes.
  const auth = ['--username=postgres', '--auth=scram-sha-256', '--set=scram_iterations=1', `--pwfile=${passwordFile}`]
  const cluster = [`--pgdata=${o.dataDir}`, '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions']
  await run(o.initdb, [...cluster, ...auth], { ...o.account, cwd: '/' })
  return readFileSync(passwordFile, 'utf8')
}

const busyMachineMs = 60_000

async function withClient<T>(
  url: string,
  connectionTimeoutMillis: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
