import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Node's arguments for a TypeScript program of the repository: its source, or its bundle in `TANDEM_TEST_PROGRAMS`.
 * @param file an absolute path.
 */
export function programArgs(file: string, env: NodeJS.ProcessEnv = process.env): string[] {
  const folder = env.TANDEM_TEST_PROGRAMS
  const bundle = folder === undefined ? undefined : join(folder, relative(root, file).replace(/\.ts$/, '.js'))
  if (bundle !== undefined && existsSync(bundle)) return ['--no-warnings', bundle]
  const loader = join(root, 'node_modules/tsx/dist/esm/index.mjs')
  return ['--conditions=tandem:source', '--import', loader, '--no-warnings', file]
}
