/** `npm run prove:spin`: the small model in Promela by spin, with and without a fault. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SpinResult, writeSpin } from './spin-results.ts'

const model = fileURLToPath(new URL('../spin/swap.pml', import.meta.url))
const faults = [
  'no fault',
  'the reveal margin is zero',
  'the secret leaves on a destination in the newest block',
  'the reveal margin is a tick too short',
]

function run(fault: number, name: string, cwd: string): SpinResult {
  execFileSync('spin', [`-DFAULT=${fault}`, '-a', model], { cwd })
  execFileSync('gcc', ['-O2', '-DSAFETY', '-DBFS', '-o', 'pan', 'pan.c'], { cwd })
  const { stdout } = spawnSync(join(cwd, 'pan'), [], { cwd, encoding: 'utf8' })
  const numberIn = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
  const [states, errors] = [numberIn(/(\d+) states, stored/), numberIn(/errors: (\d+)/)]
  // pan names what a search has left out.
  const isWhole = !/Search not completed|max search depth too small|out of memory/.test(stdout)
  return { fault: name, states, errors, isWhole }
}

const cwd = mkdtempSync(join(tmpdir(), 'spin-'))
const results = faults.map((name, fault) => run(fault, name, cwd))
rmSync(cwd, { recursive: true })
for (const { fault, states, errors } of results) console.log(`${fault}: ${states} states, ${errors} errors`)
const isAsExpected = results.every(({ errors, isWhole }, fault) => (fault === 0 ? errors === 0 && isWhole : errors > 0))
if (isAsExpected && process.argv.includes('--write')) writeSpin(results)
process.exitCode = isAsExpected ? 0 : 1
