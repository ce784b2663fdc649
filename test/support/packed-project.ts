import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { npmNameOf, projectManifest, publicPackages, tarballOf } from '../../scripts/packed-packages.ts'

const runFile = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

/** A page's script, and the style sheet that it imports. */
export interface Bundle {
  script: string
  style: string
}

/** An empty project in which the packed packages are installed. */
export interface PackedProject {
  /** Bundles a module for a browser as an application would, with only the packages that are installed here. */
  bundle(file: string): Promise<Bundle>
  /**
   * Copies the page of the examples, as its README says: with the deployment that another page serves.
   * @returns the folder of the built page.
   */
  copyPage(from: string): Promise<string>
  remove(): void
}

/**
 * Builds and packs the public packages, and installs them with what they need. Only the part that runs is built,
 * because `npm run check` checks types and CommonJS.
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

const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent']

/** The registry from which a rehearsed release is installed, instead of what is packed here. */
const registry = process.env.TANDEM_TEST_REGISTRY

async function packInto(folder: string): Promise<PackedProject> {
  const project = join(folder, 'project')
  mkdirSync(project)
  if (registry === undefined) {
    const packing = publicPackages.map((name) => pack(name, folder))
    // The folder may be removed only after the last one has ended.
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
        outdir: project,
        write: false,
        logLevel: 'error',
        plugins: [
          {
            name: 'packages of the project',
            setup({ onResolve, resolve }) {
              // The importing file is outside of the project, so its packages are resolved from the project.
              onResolve({ filter: /^[^./]/ }, ({ path, kind, resolveDir, pluginData }) =>
                pluginData === project || resolveDir.startsWith(project)
                  ? undefined
                  : resolve(path, { kind, resolveDir: project, pluginData: project }),
              )
            },
          },
        ],
      })
      const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
      return { script: textOf('.js'), style: textOf('.css') }
    },
    copyPage: (from) => copyPage(folder, from, rangeOf),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function copyPage(folder: string, from: string, rangeOf: (name: string) => string): Promise<string> {
  const page = join(folder, 'my-page')
  cpSync(join(root, 'packages/examples/page'), page, { recursive: true })
  for (const file of ['config.json', 'network.json']) {
    const answer = await fetch(`${from}/${file}`)
    writeFileSync(join(page, 'src/deployment', file), await answer.text())
  }
  const manifest = JSON.parse(readFileSync(join(page, 'package.json'), 'utf8')) as { dependencies: object }
  const { '@tandem/sdk': sdk, ...overrides } = Object.fromEntries(
    publicPackages.map((name) => [npmNameOf(name), rangeOf(name)]),
  )
  const dependencies = { ...manifest.dependencies, '@tandem/sdk': sdk }
  if (registry !== undefined) writeFileSync(join(page, '.npmrc'), `@tandem:registry=${registry}\n`)
  const pinned = registry === undefined ? { ...manifest, dependencies, overrides } : { ...manifest, dependencies }
  writeFileSync(join(page, 'package.json'), JSON.stringify(pinned))
  await runFile('npm', install, { cwd: page })
  // Packages that are packed here have no types, so the page is built without checking them.
  const build = registry === undefined ? ['exec', 'vite', 'build'] : ['run', 'build']
  // The page is built for production, as users get it: in a test `NODE_ENV` would be `test`.
  await runFile('npm', build, { cwd: page, env: { ...process.env, NODE_ENV: 'production' } })
  return join(page, 'dist')
}

/** Builds the same JavaScript as the whole build, in a third of the time. */
async function pack(name: string, folder: string): Promise<void> {
  const cwd = join(root, 'packages', name)
  const tsc = join(root, 'node_modules/.bin/tsc')
  const without = ['--noCheck', '--noResolve', '--declaration', 'false']
  const outDir = 'dist/esm'
  await runFile(tsc, ['-p', 'tsconfig.build.json', '--outDir', outDir, ...without], { cwd })
  writeFileSync(join(cwd, outDir, 'package.json'), `${JSON.stringify({ type: 'module', sideEffects: false })}\n`)
  await runFile('pnpm', ['pack', '--pack-destination', folder], { cwd })
}
