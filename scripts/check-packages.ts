/**
 * Holds every public package against what package managers, bundlers and TypeScript expect of it: builds and packs it,
 * lints the tarball, installs all of them in an empty project, type-checks that project under `nodenext` and `bundler` from
 * `import` and from `require`, runs it, and measures what the SDK adds to a page.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { projectManifest, publicPackages, tarballOf } from './packed-packages.ts'
import { runSteps } from './run-steps.ts'

const loader = join(process.cwd(), 'node_modules/tsx/dist/loader.mjs')
const tarballs = mkdtempSync(join(tmpdir(), 'tandem-packages-'))

/**
 * Bytes after gzip, without viem, which the application brings. The aim is 25,000; the ABIs, the ways to fund, and the retry
 * of a hop (2,000 alone) exceed it.
 */
const limits = { 'the whole SDK': 31_500, 'its client alone': 5_000, 'the hooks without the SDK': 3_500 }

/** The first lines that a user of the packages writes. */
const usage = (take: (name: string) => string) => `
${take('@tandem/sdk')}
${take('@tandem/escrow')}
${take('@tandem/contracts')}
${take('@tandem/react')}
const client: sdk.TandemClient = sdk.createClient({ baseUrl: 'http://127.0.0.1:1', relayerUrl: 'http://127.0.0.1:1' })
if (typeof client.createQuote !== 'function') throw new Error('no client')
if (escrow.hashSecret(sdk.newSecret()).length !== 66) throw new Error('no hash')
if (typeof react.useSwap !== 'function') throw new Error('no hook')
if (contracts.networkSchema.safeParse({}).success) throw new Error('no schema')
`
const imports = usage((name) => `import * as ${name.slice('@tandem/'.length)} from '${name}'`)
const requires = usage((name) => `import ${name.slice('@tandem/'.length)} = require('${name}')`)

function prepareProject(): string {
  const folder = join(tarballs, 'project')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify(projectManifest(tarballs)))
  writeFileSync(join(folder, 'esm.mts'), imports)
  writeFileSync(join(folder, 'cjs.cts'), requires)
  writeConfigs(folder)
  return folder
}

function bundleSize(contents: string, folder: string, without: readonly string[] = []): number {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: ['viem', 'viem/*', 'react', '@tanstack/react-query', ...without],
    write: false,
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0]?.contents ?? '').length
}

function measure(folder: string): boolean {
  const sizes = {
    'the whole SDK': bundleSize("export * from '@tandem/sdk'; export * from '@tandem/sdk/browser'", folder),
    'its client alone': bundleSize("export { createClient } from '@tandem/sdk'", folder),
    'the hooks without the SDK': bundleSize("export * from '@tandem/react'", folder, ['@tandem/sdk', '@tandem/sdk/*']),
  }
  return Object.entries(sizes).every(([name, bytes]) => {
    const limit = limits[name as keyof typeof limits]
    console.log(`${bytes < limit ? '✓' : '✗'} ${name} is ${bytes} bytes (gzip, without viem); at most ${limit}`)
    return bytes < limit
  })
}

/** A TypeScript project of its own for each way to resolve modules. */
function writeConfigs(folder: string): void {
  const shared = { noEmit: true, strict: true, skipLibCheck: false, target: 'es2022', types: [] }
  const lib = ['es2023', 'dom', 'dom.iterable']
  const write = (name: string, options: object, files: string[]) =>
    writeFileSync(
      join(folder, `tsconfig.${name}.json`),
      JSON.stringify({ compilerOptions: { ...shared, lib, ...options }, files }),
    )
  write('nodenext', { module: 'nodenext' }, ['esm.mts', 'cjs.cts'])
  write('bundler', { module: 'esnext', moduleResolution: 'bundler' }, ['esm.mts'])
}

function check(): boolean {
  const packed = runSteps(
    publicPackages.flatMap((name) => [
      { name: `${name} builds`, command: ['pnpm', '--silent', '--dir', `packages/${name}`, 'run', 'build'] },
      { name: `${name} packs`, command: ['pnpm', '--dir', `packages/${name}`, 'pack', '--pack-destination', tarballs] },
    ]),
  )
  if (packed.failed > 0) return false
  const folder = prepareProject()
  const used = runSteps([
    ...publicPackages.flatMap((name) => [
      { name: `${name} passes publint`, command: ['publint', tarballOf(tarballs, name), '--strict'] },
      {
        name: `${name} resolves with types`,
        command: ['attw', tarballOf(tarballs, name), '--profile', 'node16', '--quiet'],
      },
    ]),
    {
      name: 'all of them install in an empty project',
      command: ['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', '--prefer-offline', '--silent'],
    },
    {
      name: 'types under nodenext, from import and from require',
      command: ['tsc', '-p', join(folder, 'tsconfig.nodenext.json')],
    },
    { name: 'types under bundler', command: ['tsc', '-p', join(folder, 'tsconfig.bundler.json')] },
    {
      name: 'runs from import',
      command: ['node', '--import', loader, join(folder, 'esm.mts')],
    },
    { name: 'runs from require', command: ['node', '-e', `require('${folder}/node_modules/@tandem/sdk')`] },
  ])
  return used.failed === 0 && measure(folder)
}

try {
  process.exitCode = check() ? 0 : 1
} finally {
  rmSync(tarballs, { recursive: true, force: true })
}
