import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { projectManifest, publicPackages } from '../../scripts/packed-packages.ts'

const runFile = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

/** An empty project in which the packed packages are installed. */
export interface PackedProject {
  /** Bundles a module for a browser as an application would, with nothing but what is installed here. */
  bundle(file: string): Promise<string>
  remove(): void
}

/**
 * Builds and packs the public packages, and installs them beside viem. Only what runs is built: `npm run check` holds types
 * and CommonJS.
 */
export async function makePackedProject(): Promise<PackedProject> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-packed-'))
  await Promise.all(publicPackages.map((name) => pack(name, folder)))
  const { version } = createRequire(import.meta.url)('viem/package.json') as { version: string }
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify(projectManifest(folder, { viem: version })))
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent']
  await runFile('npm', install, { cwd: project })
  return {
    async bundle(file) {
      const { outputFiles } = await build({
        stdin: { contents: readFileSync(file, 'utf8'), loader: 'ts', resolveDir: project },
        bundle: true,
        format: 'esm',
        platform: 'browser',
        write: false,
        logLevel: 'error',
      })
      return outputFiles[0]?.text ?? ''
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function pack(name: string, folder: string): Promise<void> {
  const cwd = join(root, 'packages', name)
  const tsc = join(root, 'node_modules/.bin/tsc')
  const options = [
    '-p',
    'tsconfig.build.json',
    '--outDir',
    'dist/esm',
    '--noCheck',
    '--noResolve',
    '--declaration',
    'false',
  ]
  await runFile(tsc, options, { cwd })
  writeFileSync(join(cwd, 'dist/esm/package.json'), `${JSON.stringify({ type: 'module', sideEffects: false })}\n`)
  await runFile('pnpm', ['pack', '--pack-destination', folder], { cwd })
}
