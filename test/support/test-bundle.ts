import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

declare global {
  /** The folders of the bundles that were made, by the environment variable that names each. */
  var tandemTestBundles: Map<string, string> | undefined
}

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** CommonJS modules expect `require` to be there. */
export const requireBanner = `import { createRequire as bundleCreateRequire } from 'node:module'
const require = bundleCreateRequire(import.meta.url)`

/**
 * Bundles for Node.js into a new folder, which the environment variable names; nothing where it was made before.
 *
 * @param options of esbuild, beside those that all bundles share.
 * @returns the folder; `undefined` where it was made before.
 */
export async function makeTestBundle(variable: string, options: BuildOptions): Promise<string | undefined> {
  globalThis.tandemTestBundles ??= new Map()
  if (globalThis.tandemTestBundles.has(variable)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'tandem-bundle-'))
  await build({
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Names are kept, because those of classes are parts of errors and of logs.
    keepNames: true,
    banner: { js: requireBanner },
    logLevel: 'error',
    ...options,
  })
  globalThis.tandemTestBundles.set(variable, folder)
  process.env[variable] = folder
  return folder
}

/** Removes the folders of all bundles that were made. */
export function removeTestBundles(): void {
  for (const folder of globalThis.tandemTestBundles?.values() ?? []) rmSync(folder, { recursive: true, force: true })
  globalThis.tandemTestBundles = undefined
}
