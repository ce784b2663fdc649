import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { npmNameOf, projectManifest, publicPackages, tarballOf } from '../../scripts/packed-packages.ts'

const runFile = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

/** An empty project in which the packed packages are installed. */
export interface PackedProject {
  /** Bundles a module for a browser as an application would, with no package but those that are installed here. */
  bundle(file: string): Promise<string>
  /** `npm create tandem-app` in an empty folder, with the deployment of a page. @returns the folder of the built app. */
  createApp(from: string): Promise<string>
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

const creator = 'create-tandem-app'
const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent']

/** The registry from which a rehearsed release is installed, instead of what is packed here. */
const registry = process.env.TANDEM_TEST_REGISTRY

async function packInto(folder: string): Promise<PackedProject> {
  const project = join(folder, 'project')
  mkdirSync(project)
  if (registry === undefined) {
    const packing = [...publicPackages, creator].map((name) => pack(name, folder))
    // The folder may be removed only after the last of them.
    await Promise.allSettled(packing)
    await Promise.all(packing)
  } else writeFileSync(join(project, '.npmrc'), `@tandem:registry=${registry}\n`)
  const rangeOf = (name: string) => (registry === undefined ? `file:${tarballOf(folder, name)}` : 'latest')
  writeFileSync(join(project, 'package.json'), JSON.stringify(projectManifest(rangeOf)))
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
    createApp: (from) => createApp(folder, from),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function createApp(folder: string, from: string): Promise<string> {
  const app = join(folder, 'my-app')
  const words = ['my-app', '--from', from]
  if (registry === undefined) {
    const file = `--package=file:${tarballOf(folder, creator)}`
    await runFile('npm', ['exec', '--yes', file, '--', creator, ...words], { cwd: folder })
    const pinned = Object.fromEntries(
      publicPackages.map((name) => [npmNameOf(name), `file:${tarballOf(folder, name)}`]),
    )
    const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as { dependencies: object }
    const { '@tandem/sdk': sdk, ...overrides } = pinned
    const dependencies = { ...manifest.dependencies, '@tandem/sdk': sdk }
    writeFileSync(join(app, 'package.json'), JSON.stringify({ ...manifest, dependencies, overrides }))
  } else {
    const create = ['create', '--yes', `--registry=${registry}`, 'tandem-app@latest', '--', ...words]
    await runFile('npm', create, { cwd: folder })
    writeFileSync(join(app, '.npmrc'), `@tandem:registry=${registry}\n`)
  }
  await runFile('npm', install, { cwd: app })
  // Packages that are packed here have no types.
  const build = registry === undefined ? ['exec', 'vite', 'build'] : ['run', 'build']
  // The caller may be a test; the page is the one that users get.
  await runFile('npm', build, { cwd: app, env: { ...process.env, NODE_ENV: 'production' } })
  return join(app, 'dist')
}

/** The same JavaScript as a whole build gives, in a third of its time. */
async function pack(name: string, folder: string): Promise<void> {
  const cwd = join(root, 'packages', name)
  const tsc = join(root, 'node_modules/.bin/tsc')
  const without = ['--noCheck', '--noResolve', '--declaration', 'false']
  const outDir = name === creator ? 'dist' : 'dist/esm'
  await runFile(tsc, ['-p', 'tsconfig.build.json', '--outDir', outDir, ...without], { cwd })
  if (name !== creator)
    writeFileSync(join(cwd, outDir, 'package.json'), `${JSON.stringify({ type: 'module', sideEffects: false })}\n`)
  await runFile('pnpm', ['pack', '--pack-destination', folder], { cwd })
}
