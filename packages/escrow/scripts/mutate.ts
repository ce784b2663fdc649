/**
 * `npm run test:mutation`: takes each guard out of the contracts, one at a time, and expects some test to fail. A mutant
 * that survives is a guard that no test needs. Takes minutes; prints each mutant as it goes.
 *
 *   npm run test:mutation -- EscrowVault     only the mutants of files with this in their name
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escrowRoot, forge } from './forge.ts'
import { type Mutant, mutantsOf } from './mutants.ts'

const contracts = ['EscrowRegistry', 'EscrowBase', 'EscrowSettlement', 'EscrowVault', 'HopBridge', 'Payment']
const wanted = process.argv[2] ?? ''

const root = mkdtempSync(join(tmpdir(), 'tandem-mutants-'))
let survivors = 0
let killed = 0
try {
  for (const name of ['contracts', 'forge-test', 'scripts', 'foundry.toml']) {
    cpSync(join(escrowRoot, name), join(root, name), { recursive: true })
  }
  symlinkSync(join(escrowRoot, 'node_modules'), join(root, 'node_modules'))
  if (!isGreen()) throw new Error('the tests fail before anything was taken out')
  for (const name of contracts.filter((contract) => contract.includes(wanted))) {
    const file = join(root, `contracts/${name}.sol`)
    const source = readFileSync(file, 'utf8')
    for (const mutant of mutantsOf(source)) {
      writeFileSync(file, mutant.source)
      report(name, mutant, isGreen())
    }
    writeFileSync(file, source)
  }
} finally {
  rmSync(root, { recursive: true, force: true })
}
console.log(`\nmutants: ${killed} killed, ${survivors} survived`)
process.exitCode = survivors === 0 && killed > 0 ? 0 : 1

function isGreen(): boolean {
  // Few random runs: a guard is held by a test that aims at it. Without the optimizer the compiler takes a third of the
  // time.
  const args = ['test', '--fuzz-runs', '32', '--no-match-contract', 'Invariants', '--fail-fast']
  return forge(args, { cwd: root, env: { ...process.env, FOUNDRY_OPTIMIZER: 'false', NO_COLOR: '1' } }).status === 0
}

function report(contract: string, { line, what }: Mutant, hasSurvived: boolean): void {
  if (hasSurvived) survivors += 1
  else killed += 1
  console.log(`${hasSurvived ? 'SURVIVED' : 'killed  '}  ${contract}.sol:${line}  ${what}`)
}
