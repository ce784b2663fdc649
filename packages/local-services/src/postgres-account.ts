import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface PostgresAccount {
  uid: number
  gid: number
}

/**
 * The account to run PostgreSQL as. It refuses to be root, and needs its user to be in the password file. `undefined`
 * means our own account.
 */
export function postgresAccount(): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [id('-u', name), id('-g', name)]
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as')
}

function id(which: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [which, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

/**
 * Makes a directory that the account can enter: `dir` itself, or, where that is in a checkout under /root, a temporary
 * one that is the same for each `dir`.
 */
export function reachableDir(dir: string, account: PostgresAccount | undefined): string {
  mkdirSync(dir, { recursive: true, mode: 0o711 })
  if (account === undefined || canEnter(dir, account)) return dir
  const name = createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 16)
  const substitute = join(tmpdir(), `tandem-postgres-${name}`)
  mkdirSync(substitute, { recursive: true, mode: 0o711 })
  return assertOurs(substitute)
}

/** Refuses another user's directory, because names in the shared temporary directory can be guessed. */
export function assertOurs(path: string): string {
  if (lstatSync(path).uid !== process.getuid?.()) throw new Error(`${path} belongs to another user`)
  return path
}

const canEnter = (dir: string, account: PostgresAccount) =>
  spawnSync('test', ['-x', resolve(dir)], { ...account, cwd: '/' }).status === 0
