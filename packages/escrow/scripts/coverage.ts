/** `npm run test:coverage`: measures line and branch coverage of the forge tests, and fails below 98 %. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forge } from './forge.ts'

const least = 98
// Coverage compiles without the optimizer, so it gets a folder of its own, and other runs keep their artifacts.
const dir = mkdtempSync(join(tmpdir(), 'tandem-coverage-'))
const env = { FOUNDRY_OUT: join(dir, 'out'), FOUNDRY_CACHE_PATH: join(dir, 'cache') }
const run = ['coverage', '--report', 'summary', '--no-match-coverage', '(forge-test|contracts/devnet)']
const result = forge([...run, '--no-match-contract', 'Invariants', '--fuzz-runs', '16'], { env })
rmSync(dir, { recursive: true, force: true })
const table = String(result.stdout)
  .split('\n')
  .filter((line) => line.startsWith('|') || line.startsWith('+'))
console.log(table.join('\n'))
const total = table.find((line) => line.startsWith('| Total')) ?? ''
const [lines, , branches] = [...total.matchAll(/([\d.]+)%/g)].map(([, percent]) => Number(percent))
const isMeasured = result.status === 0 && lines !== undefined && branches !== undefined
if (!isMeasured) console.error(`forge coverage failed:\n${result.stderr}`)
const isEnough = isMeasured && lines >= least && branches >= least
console.log(`coverage: ${lines} % of the lines, ${branches} % of the branches; at least ${least} % are asked for`)
process.exitCode = isEnough ? 0 : 1
