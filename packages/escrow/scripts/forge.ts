import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const escrowRoot = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Finds forge itself, because the package's own launcher needs an install script. */
export function forgePath(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/forge/package.json'))
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/forge-${process.platform}-${arch}`
  return join(dirname(require.resolve(`${name}/package.json`)), 'bin/forge')
}

/**
 * Runs forge in the package's folder, and waits for its end.
 *
 * @param options `env` is added to the environment of this process.
 */
export function forge(args: readonly string[], { env, ...options }: SpawnSyncOptions = {}) {
  return spawnSync(forgePath(), args, {
    cwd: escrowRoot,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1', NO_COLOR: '1', ...env },
    ...options,
  })
}

/**
 * Compiles, as far as something has changed since the last time.
 *
 * @param paths the folders to compile; everything by default.
 * @param env is added to the environment of this process.
 * @throws Error with the compiler's messages.
 */
export function forgeBuild(paths: readonly string[] = [], env: Record<string, string> = {}): void {
  const { status, stdout, stderr } = forge(['build', ...paths], { env })
  if (status !== 0) throw new Error(`forge build failed:\n${stdout}${stderr}`)
}
