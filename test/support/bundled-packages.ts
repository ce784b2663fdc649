import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

declare global {
  var tandemTestPackages: string | undefined
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Entries of viem, and the files that resolver.cjs gives to those who import them. */
const entries = {
  viem: 'viem',
  'viem-accounts': 'viem/accounts',
  'viem-actions': 'viem/actions',
  'viem-utils': 'viem/utils',
}

/** CommonJS modules expect it to be there. */
const commonJs = `import { createRequire as bundleCreateRequire } from 'node:module'
const require = bundleCreateRequire(import.meta.url)`

/**
 * Bundles viem, and names the folder in `TANDEM_TEST_PACKAGES`, where resolver.cjs finds it. Jest loads modules anew for each
 * suite, and viem is five hundred of them. Its entries share their parts, so that there is one of each class.
 */
export async function bundlePackages(): Promise<void> {
  if (globalThis.tandemTestPackages !== undefined) return
  const folder = mkdtempSync(join(tmpdir(), 'tandem-packages-'))
  await build({
    entryPoints: entries,
    absWorkingDir: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Names of classes are parts of errors.
    keepNames: true,
    banner: { js: commonJs },
    logLevel: 'error',
  })
  globalThis.tandemTestPackages = folder
  process.env.TANDEM_TEST_PACKAGES = folder
}

/** Removes what {@link bundlePackages} made. */
export function removePackages(): void {
  const folder = globalThis.tandemTestPackages
  globalThis.tandemTestPackages = undefined
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}
