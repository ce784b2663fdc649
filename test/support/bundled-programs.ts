import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

declare global {
  var tandemTestPrograms: string | undefined
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The programs that suites start over and over. */
const programs = [
  'packages/devnet/src/cli.ts',
  'packages/solver/src/main.ts',
  'packages/web/src/serve/main.ts',
  'services/orderbook/src/main.ts',
  'services/orderbook/test/kill/consumer.ts',
  'services/relayer/src/main.ts',
]

/** Our sources find their files by their own place, wherever the bundle is. */
const ownPlace: Plugin = {
  name: 'own place',
  setup({ onLoad }) {
    onLoad({ filter: /\/(packages|services)\/[^/]+\/(src|test)\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }))
  },
}

/** CommonJS modules expect these names to be there. */
const commonJs = `import { createRequire as bundleCreateRequire } from 'node:module'
import { fileURLToPath as bundleFile } from 'node:url'
const require = bundleCreateRequire(import.meta.url)
const __filename = bundleFile(import.meta.url)
const __dirname = bundleFile(new URL('.', import.meta.url))`

/**
 * Bundles the programs that suites start as processes of their own, from the same sources, and names the folder in
 * `TANDEM_TEST_PROGRAMS`. From source each of them loads some fifteen hundred files: three seconds of a core, and a stack
 * starts five of them.
 */
export async function bundlePrograms(): Promise<void> {
  if (globalThis.tandemTestPrograms !== undefined) return
  const folder = mkdtempSync(join(tmpdir(), 'tandem-programs-'))
  await build({
    entryPoints: programs,
    absWorkingDir: root,
    outbase: root,
    outdir: folder,
    bundle: true,
    // One file for each program: a CommonJS package in a chunk of its own exports no names to a dynamic import.
    splitting: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['tandem:source', 'node'],
    // Names of classes are parts of errors and of logs.
    keepNames: true,
    external: ['pg-native'],
    banner: { js: commonJs },
    plugins: [ownPlace],
    logLevel: 'error',
  })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  globalThis.tandemTestPrograms = folder
  process.env.TANDEM_TEST_PROGRAMS = folder
}

/** Removes what {@link bundlePrograms} made. */
export function removePrograms(): void {
  const folder = globalThis.tandemTestPrograms
  globalThis.tandemTestPrograms = undefined
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}
