import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { projectManifest, publicPackages, tarballOf } from '../../scripts/packed-packages.ts'

const runFile = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

/** An empty project in which the packed packages are installed. */
export interface PackedProject {
  /** Bundles a module for a browser as an application would, with no package but those that are installed here. */
  bundle(file: string): Promise<string>
  remove(): void
}

/**
 * Builds and packs the public packages, and installs them with what they want beside them. Only the part that runs is
 * built: `npm run check` holds types and CommonJS.
 */
export async function makePackedProject(): Promise<PackedProject> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-packed-'))
  try {
    return await packInto(folder)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** The registry from which a rehearsed release is installed, instead of what is packed here. */
const registry = process.env.TANDEM_TEST_REGISTRY

async function packInto(folder: string): Promise<PackedProject> {
  const project = join(folder, 'project')
  mkdirSync(project)
  if (registry === undefined) {
    const packing = publicPackages.map((name) => pack(name, folder))
    // The folder may be removed only after the last of them.
    await Promise.allSettled(packing)
    await Promise.all(packing)
  } else writeFileSync(join(project, '.npmrc'), `@tandem:registry=${registry}\n`)
  const rangeOf = (name: string) => (registry === undefined ? `file:${tarballOf(folder, name)}` : 'latest')
  writeFileSync(join(project, 'package.json'), JSON.stringify(projectManifest(rangeOf)))
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent']
  await runFile('npm', install, { cwd: project })
  return {
    async bundle(file) {
      const { outputFiles } = await build({
        entryPoints: [file],
        bundle: true,
        format: 'esm',
        platform: 'browser',
        define: { 'process.env.NODE_ENV': '"production"' },
        jsx: 'automatic',
        write: false,
        logLevel: 'error',
        plugins: [
          {
            name: 'packages of the project',
            setup({ onResolve, resolve }) {
              // The repository's own file is outside of the project: its packages are looked for there.
              onResolve({ filter: /^[^./]/ }, ({ path, kind, resolveDir, pluginData }) =>
                pluginData === project || resolveDir.startsWith(project)
                  ? undefined
                  : resolve(path, { kind, resolveDir: project, pluginData: project }),
              )
            },
          },
        ],
      })
      return outputFiles[0]?.text ?? ''
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The same JavaScript as a whole build gives, in a third of its time. */
async function pack(name: string, folder: string): Promise<void> {
  const cwd = join(root, 'packages', name)
  const tsc = join(root, 'node_modules/.bin/tsc')
  const without = ['--noCheck', '--noResolve', '--declaration', 'false']
  await runFile(tsc, ['-p', 'tsconfig.build.json', '--outDir', 'dist/esm', ...without], { cwd })
  writeFileSync(join(cwd, 'dist/esm/package.json'), `${JSON.stringify({ type: 'module', sideEffects: false })}\n`)
  await runFile('pnpm', ['pack', '--pack-destination', folder], { cwd })
}
