import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository. */
const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Node's arguments that run a TypeScript program of the repository: from its source, or, where the set-up of the tests
 * has bundled it (`TANDEM_TEST_PROGRAMS`), from its bundle, which starts in a tenth of the time.
 *
 * @param file an absolute path.
 */
export function programArgs(file: string, env: NodeJS.ProcessEnv = process.env): string[] {
  const folder = env.TANDEM_TEST_PROGRAMS
  const bundle = folder === undefined ? undefined : join(folder, relative(root, file).replace(/\.ts$/, '.js'))
  if (bundle !== undefined && existsSync(bundle)) return ['--no-warnings', bundle]
  const loader = join(root, 'node_modules/tsx/dist/esm/index.mjs')
  return ['--conditions=tandem:source', '--import', loader, '--no-warnings', file]
}
