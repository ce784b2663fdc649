import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { requireBanner, root } from '../support/test-bundle.ts'
import { type Change, slower } from './put-back.ts'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Our sources find their files by their own place, wherever the bundle is. */
const withOwnPlace = (path: string, text: string) =>
  text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))

/**
 * Gives viem clients numbers instead of random names, so that they take nothing from the random numbers of a
 * simulation.
 */
const numberedNames = `let count = 0
export const uid = (length = 11) => String(++count).padStart(length, '0')`

/**
 * The EVM gives way to other work at every instruction, and looks for jumps at every call. Here it does the former only where an
 * instruction needs it, and the latter once for each code: a simulation takes half the time.
 */
const quickEvm = [
  [
    'await this.runStep(opCodeObj);',
    `const entry = opCodeObj ?? this.lookupOpInfo(opCode), info = entry.opcodeInfo;
    if (info.dynamicGas || info.isAsync || info.isInvalid) await this.runStep(opCodeObj);
    else { this.useGas(info.feeBigInt, info); this._runState.programCounter++; entry.opHandler(this._runState, this.common); }`,
  ],
  [
    '_getValidJumpDestinations(code) {',
    `_getValidJumpDestinations(code) {
      const known = knownJumps.get(code) ?? this._findJumpDestinations(code);
      knownJumps.set(code, known);
      return known;
    }
    _findJumpDestinations(code) {`,
  ],
  ['export class Interpreter', 'const knownJumps = new WeakMap();\nexport class Interpreter'],
] as const

/**
 * Remembers hashes, because the same headers, transactions and code are hashed at each endpoint and in each call that
 * creates them.
 */
const quickHash = `
const knownHashes = new Map();
export const keccak_256 = Object.assign((message) => {
  const key = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('latin1');
  let known = knownHashes.get(key);
  if (known === undefined) {
    known = hashWhole(message);
    if (knownHashes.size > 20_000) knownHashes.clear();
    knownHashes.set(key, known);
  }
  return known.slice();
}, hashWhole);`

/**
 * Replaces texts in a file.
 *
 * @throws Error when a text is not exactly once in its file.
 */
function changed(path: string, text: string, changes: readonly Change[]): string {
  return changes
    .filter(([changedPath]) => changedPath === path)
    .reduce((result, [, before, after]) => {
      if (result.split(before).length !== 2) throw new Error(`not once in ${path}: ${before}`)
      return result.replace(before, () => after)
    }, text)
}

/** What the simulation puts in the place of a file, by the end of the file's path. */
const standIns: readonly (readonly [file: RegExp, standIn: (path: string) => string])[] = [
  [/\/relayer\/src\/queue\/wake-queue\.ts$/, () => readFileSync(here('./wake-queue.ts'), 'utf8')],
  [/\/viem\/_esm\/utils\/uid\.js$/, () => numberedNames],
  [
    /@noble\/hashes\/(esm\/)?sha3\.js$/,
    (path) =>
      changed(path, `${readFileSync(path, 'utf8')}\n${quickHash}`, [
        [path, 'export const keccak_256 = /*', 'const hashWhole = /*'],
      ]),
  ],
  [
    /@ethereumjs\/evm\/dist\/esm\/interpreter\.js$/,
    (path) =>
      changed(
        path,
        readFileSync(path, 'utf8'),
        quickEvm.map((change) => [path, ...change]),
      ),
  ],
]

/** The production code, in which the simulation replaces the Redis or PostgreSQL of the wake-up queue. */
const production = (changes: readonly Change[]): Plugin => ({
  name: 'production',
  setup({ onLoad, onResolve, onEnd }) {
    const unused = new Set(standIns.map(([file]) => file))
    onResolve({ filter: /^(node:)?async_hooks$/ }, () => ({ path: here('./async-context.ts') }))
    for (const [file, standIn] of standIns)
      onLoad({ filter: file }, ({ path }) => {
        unused.delete(file)
        return {
          contents: standIn(path),
          resolveDir: path.endsWith('.ts') ? here('.') : dirname(path),
          loader: 'default',
        }
      })
    onLoad({ filter: /\/(packages|services)\/[^/]+\/(src|test)\/.*\.ts$/ }, ({ path }) => ({
      contents: withOwnPlace(path, changed(relative(root, path), readFileSync(path, 'utf8'), [...slower, ...changes])),
      loader: 'ts',
    }))
    // Without this, a file that moves would silently be simulated as it is in production.
    onEnd(() => ({
      errors: [...unused].map((file) => ({ text: `no file is at ${file}, so nothing stands in for it` })),
    }))
  },
})

const commonJs = `${requireBanner}
import { fileURLToPath as bundleFile } from 'node:url'
const __filename = bundleFile(import.meta.url)
const __dirname = bundleFile(new URL('.', import.meta.url))`

/**
 * Bundles a program that simulates: the production code in one file, with these changes. It is put inside the
 * repository, where its packages are found.
 */
export async function bundleSimulation(changes: readonly Change[] = []): Promise<{ main: string; remove(): void }> {
  const folder = mkdtempSync(join(root, 'node_modules/.simulation-'))
  const main = join(folder, 'main.js')
  await build({
    ...{ absWorkingDir: root, entryPoints: [here('./main.ts')], outfile: main, bundle: true, format: 'esm' },
    ...{ platform: 'node', target: 'node20', logLevel: 'error' },
    conditions: ['tandem:source', 'node'],
    external: ['pg-native', '@electric-sql/pglite'],
    banner: { js: commonJs },
    plugins: [production(changes)],
  })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return { main, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
