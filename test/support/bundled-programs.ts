import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { makeTestBundle, requireBanner, root } from './test-bundle.ts'

/** The programs that suites start again and again. */
const programs = [
  'packages/cli/src/main.ts',
  'packages/devnet/src/cli.ts',
  'packages/escrow/scripts/deploy.ts',
  'packages/mcp/src/main.ts',
  'packages/service-kit/test/support/process.ts',
  'packages/solver/src/main.ts',
  'packages/web/src/serve/main.ts',
  'services/orderbook/src/main.ts',
  'services/orderbook/test/kill/consumer.ts',
  'services/relayer/src/main.ts',
]

/** Lets our sources find files by the place of their source, wherever the bundle is. */
const ownPlace: Plugin = {
  name: 'own place',
  setup({ onLoad }) {
    onLoad({ filter: /\/(packages|services)\/[^/]+\/(scripts|src|test)\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }))
  },
}

/** CommonJS modules expect these names to be there. */
const commonJs = `${requireBanner}
import { fileURLToPath as bundleFile } from 'node:url'
const __filename = bundleFile(import.meta.url)
const __dirname = bundleFile(new URL('.', import.meta.url))`

/**
 * Bundles the programs that suites start as processes of their own, from the same sources, and names the folder in
 * `TANDEM_TEST_PROGRAMS`. From source each of them loads some fifteen hundred files: three seconds of a core, and a stack
 * starts five of them.
 */
export async function bundlePrograms(): Promise<void> {
  const folder = await makeTestBundle('TANDEM_TEST_PROGRAMS', {
    entryPoints: programs,
    outbase: root,
    // One file for each program: a CommonJS package in a chunk of its own would export no names to a dynamic import.
    splitting: false,
    conditions: ['tandem:source', 'node'],
    external: ['pg-native'],
    banner: { js: commonJs },
    plugins: [ownPlace],
  })
  if (folder !== undefined) writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
}
