/**
 * `node scripts/run.mjs release:reproducible`: builds the last commit twice, in folders of different names, and compares every byte of
 * the packages' tarballs and of the contracts' ABIs and bytecode. The bytecode must be the committed bytecode.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanCheckout } from './clean-checkout.ts'
import { packAll } from './pack-all.ts'

const generated = 'packages/escrow/src/generated'

/**
 * Builds a commit.
 *
 * @returns the SHA-256 of each file of the build, by its name.
 */
function build(folder: string): Record<string, string> {
  const [checkout, tarballs] = [join(folder, 'checkout'), join(folder, 'tarballs')]
  cleanCheckout(checkout)
  mkdirSync(tarballs)
  packAll(checkout, tarballs)
  const generate = [
    '--conditions=tandem:source',
    '--import',
    'tsx',
    '--no-warnings',
    'packages/escrow/scripts/generate.ts',
  ]
  execFileSync('node', generate, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] })
  return { ...hashesIn(tarballs), ...hashesIn(join(checkout, generated)) }
}

const hashesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  )

const folder = mkdtempSync(join(tmpdir(), 'tandem-reproducible-'))
try {
  const first = build(join(folder, 'first'))
  const second = build(join(folder, 'another-folder/second'))
  const committed = hashesIn(generated)
  const differing = Object.keys({ ...first, ...second }).filter(
    (file) => first[file] !== second[file] || (committed[file] ?? first[file]) !== first[file],
  )
  for (const [file, hash] of Object.entries(first))
    console.log(`${differing.includes(file) ? '✗' : '✓'} ${hash} ${file}`)
  console.log(`\n${Object.keys(first).length} files, ${differing.length} differ`)
  process.exitCode = differing.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
