/**
 * Builds, packs, lints and installs every public package in an empty project, type-checks it under `nodenext` and
 * `bundler`, runs it, and measures the SDK in a page.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { packedPackages, projectManifest, publicPackages, tarballOf } from './packed-packages.ts'
import { byCores, runSteps, type Step } from './run-steps.ts'

const loader = join(process.cwd(), 'node_modules/tsx/dist/loader.mjs')
const tarballs = mkdtempSync(join(tmpdir(), 'tandem-packages-'))

/** The most bytes after gzip, without viem. A bundler leaves out what is not used, because `sideEffects` is false. */
const limits = {
  'the whole SDK': 46_400,
  'what a page that swaps loads at first': 22_600,
  'its client alone': 2_320,
  'the hooks without the SDK': 4_100,
  'the card with its hooks, without the SDK': 22_000,
}

const usage = (take: (name: string) => string) => `
${take('@tandem/sdk')}
${take('@tandem/escrow')}
${take('@tandem/contracts')}
${take('@tandem/react')}
${take('@tandem/react/card')}
const client: sdk.TandemClient = sdk.createClient({ baseUrl: 'http://127.0.0.1:1', relayerUrl: 'http://127.0.0.1:1' })
if (typeof client.createQuote !== 'function') throw new Error('no client')
if (escrow.hashSecret(sdk.newSecret()).length !== 66) throw new Error('no hash')
if (typeof react.useSwap !== 'function') throw new Error('no hook')
if (typeof card.SwapCard !== 'function') throw new Error('no card')
if (contracts.networkSchema.safeParse({}).success) throw new Error('no schema')
`
const variableOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)
const imports = usage((name) => `import * as ${variableOf(name)} from '${name}'`)
const requires = usage((name) => `import ${variableOf(name)} = require('${name}')`)

function prepareProject(): string {
  const folder = join(tarballs, 'project')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify(projectManifest((name) => `file:${tarballOf(tarballs, name)}`, packedPackages)),
  )
  writeFileSync(join(folder, 'esm.mts'), imports)
  writeFileSync(join(folder, 'cjs.cts'), requires)
  writeConfigs(folder)
  return folder
}

const bundle = (contents: string, folder: string, plugins: Plugin[] = []) =>
  build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: ['react', '@tanstack/react-query'],
    plugins,
    metafile: true,
    write: false,
    logLevel: 'error',
  })

/** The files of viem, which the SDK may use without adding to the size. */
async function filesOfViem(folder: string): Promise<ReadonlySet<string>> {
  const { metafile } = await bundle("export * from 'viem'; export * from 'viem/actions'", folder)
  return new Set(Object.keys(metafile.inputs).map((file) => resolve(file)))
}

/**
 * Leaves files and packages out of a bundle.
 *
 * @param later collects the files that are only imported when they are needed, and are left out as well.
 */
const without = (files: ReadonlySet<string>, packages: readonly string[], later: Set<string>): Plugin => ({
  name: 'without',
  setup({ onResolve, resolve: find }) {
    onResolve({ filter: /.*/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'asked') return undefined
      if (packages.some((name) => path === name || path.startsWith(`${name}/`))) return { path, external: true }
      const found = await find(path, { ...from, pluginData: 'asked' })
      if (from.kind === 'dynamic-import') {
        later.add(found.path)
        return { path, external: true }
      }
      return files.has(found.path) ? { path, external: true } : found
    })
  },
})

async function measure(folder: string): Promise<boolean> {
  const viem = await filesOfViem(folder)
  const later = new Set<string>()
  const sizeOf = async (contents: string, packages: readonly string[] = []) => {
    const { outputFiles } = await bundle(contents, folder, [without(viem, packages, later)])
    return gzipSync(outputFiles[0]?.contents ?? '').length
  }
  const swapping = "export { createClient, Swap, walletSecrets } from '@tandem/sdk'"
  const loadedAtFirst = await sizeOf(`${swapping}; export * from '@tandem/sdk/browser'`)
  const lazy = [...later].map((file) => `export * from '${file}'`)
  const sizes = {
    'the whole SDK': await sizeOf(
      ["export * from '@tandem/sdk'", "export * from '@tandem/sdk/browser'", ...lazy].join('; '),
    ),
    'what a page that swaps loads at first': loadedAtFirst,
    'its client alone': await sizeOf("export { createClient } from '@tandem/sdk'"),
    'the hooks without the SDK': await sizeOf("export * from '@tandem/react'", ['@tandem/sdk']),
    'the card with its hooks, without the SDK': await sizeOf(
      "export * from '@tandem/react'; export * from '@tandem/react/card'",
      ['@tandem/sdk'],
    ),
  }
  return Object.entries(sizes)
    .map(([name, bytes]) => {
      const limit = limits[name as keyof typeof limits]
      console.log(`${bytes < limit ? '✓' : '✗'} ${name} is ${bytes} bytes (gzip, without viem); at most ${limit}`)
      return bytes < limit
    })
    .every(Boolean)
}

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

async function check(): Promise<boolean> {
  const packed = await runSteps(
    packedPackages.flatMap((name, index) => {
      const before = packedPackages[index - 1]
      return [
        {
          name: `${name} builds`,
          command: ['pnpm', '--silent', '--dir', `packages/${name}`, 'run', 'build'],
          ...(before === undefined ? {} : { needs: `${before} builds` }),
        },
        {
          name: `${name} packs`,
          command: ['pnpm', '--dir', `packages/${name}`, 'pack', '--pack-destination', tarballs],
          needs: `${name} builds`,
        },
      ]
    }),
    byCores,
  )
  if (packed.failed > 0) return false
  const folder = prepareProject()
  const used = await runSteps(stepsOfUse(folder), byCores)
  return used.failed === 0 && (await measure(folder))
}

/** The steps of using the packages, the longest first. */
function stepsOfUse(folder: string): Step[] {
  const installs = 'all of them install in an empty project'
  return [
    {
      name: installs,
      command: ['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', '--prefer-offline', '--silent'],
    },
    ...packedPackages.map((name) => ({
      name: `${name} passes publint`,
      command: ['publint', tarballOf(tarballs, name), '--strict'],
    })),
    ...publicPackages.map((name) => ({
      name: `${name} resolves with types`,
      // A style sheet has no types.
      command: [
        'attw',
        tarballOf(tarballs, name),
        '--profile',
        'node16',
        '--quiet',
        '--exclude-entrypoints',
        './card.css',
      ],
    })),
    {
      name: 'types under nodenext, from import and from require',
      command: ['tsc', '-p', join(folder, 'tsconfig.nodenext.json')],
      needs: installs,
    },
    { name: 'types under bundler', command: ['tsc', '-p', join(folder, 'tsconfig.bundler.json')], needs: installs },
    {
      name: 'runs from import',
      command: ['node', '--import', loader, join(folder, 'esm.mts')],
      needs: installs,
    },
    ...['tandem', 'tandem-mcp'].map((program) => ({
      name: `${program} runs from npx`,
      command: ['npm', 'exec', '--prefix', folder, '--offline', '--', program, '--help'],
      needs: installs,
    })),
    {
      name: 'runs from require',
      command: ['node', '-e', `require('${folder}/node_modules/@tandem/sdk')`],
      needs: installs,
    },
  ]
}

try {
  process.exitCode = (await check()) ? 0 : 1
} finally {
  rmSync(tarballs, { recursive: true, force: true })
}
