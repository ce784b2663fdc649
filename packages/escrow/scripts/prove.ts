/**
 * `npm run test:proof`: solc's SMTChecker with Debian's z3, then forge tests that compare the registry with a model.
 *
 *   rules      proves `proofs/RulesProof.sol` and `proofs/PlaceProof.sol` of `contracts/Rules.sol`, for any numbers. The registry
 *              runs that file. The second proof is made for each of the 128 places of a word of states.
 *   registry   runs `forge-test/ManyVaults.t.sol`. Random calls compare the registry with a model for each vault: no proof.
 *
 * Each part puts faults into its source, one at a time, and fails when a fault is not found. `npm run test:proof -- registry` runs
 * one part. `-- rules --places 1,127` proves these places alone.
 *
 * Without z3 nothing is proved; under CI that fails.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ContractFault, registryFaults, ruleFaults, withFault } from './contract-faults.ts'
import { escrowRoot } from './forge.ts'
import { openWorkshop } from './mutation-workshop.ts'
import { checkAssertions, type ProofResult } from './smt-checker.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { places: { type: 'string' } } })
const read = (path: string): string => readFileSync(join(escrowRoot, path), 'utf8')
const contractOf = (name: string): string => read(`contracts/${name}.sol`)
const assertionsOf = (source: string): number => source.split('assert(').length - 1

let isWrong = false

function report(what: string, isFound: boolean): void {
  console.log(`${isFound ? 'found ' : 'MISSED'}  ${what}`)
  if (!isFound) isWrong = true
}

function reportProof(what: string, wanted: number, results: readonly ProofResult[]): void {
  const proved = results.reduce((sum, result) => sum + result.proved, 0)
  for (const { open } of results) for (const message of open) console.error(message)
  console.log(`${what}: ${proved} of ${wanted} assertions proved`)
  if (proved !== wanted) isWrong = true
}

const allPlaces = Array.from({ length: 128 }, (_, place) => place)
const placeProof = read('proofs/PlaceProof.sol')
const rulesProof = read('proofs/RulesProof.sol')

function checkRules(rules: string, name: 'RulesProof' | 'PlaceProof', proof: string): ProofResult {
  const path = `proofs/${name}.sol`
  return checkAssertions({ 'contracts/Rules.sol': rules, [path]: proof }, [path, name])
}

const checkPlace = (rules: string, place: number): ProofResult =>
  checkRules(rules, 'PlaceProof', placeProof.replace('PLACE = 0', `PLACE = ${place}`))

function isFoundInRules(fault: ContractFault): boolean {
  const rules = withFault(contractOf('Rules'), fault)
  if (checkRules(rules, 'RulesProof', rulesProof).fails > 0) return true
  return [0, 1, 126].some((place) => checkPlace(rules, place).fails > 0)
}

function proveRules(): void {
  const rules = contractOf('Rules')
  const places = values.places?.split(',').map(Number) ?? allPlaces
  reportProof('rules', assertionsOf(rulesProof), [checkRules(rules, 'RulesProof', rulesProof)])
  const results = places.map((place) => {
    const startedAt = Date.now()
    const result = checkPlace(rules, place)
    console.log(`place ${place}: ${result.proved} proved, ${Math.round((Date.now() - startedAt) / 1000)} s`)
    return result
  })
  reportProof(`${places.length} places`, places.length * assertionsOf(placeProof), results)
  for (const fault of ruleFaults) report(`Rules: ${fault.what}`, isFoundInRules(fault))
}

function compareRegistry(): void {
  process.env.FOUNDRY_PROFILE = 'proof'
  const workshop = openWorkshop(['--match-contract', 'ManyVaults'])
  try {
    for (const fault of registryFaults) {
      const fate = workshop.tryOut(fault.contract, withFault(contractOf(fault.contract), fault))
      if (fate === 'does not compile') throw new Error(`the fault does not compile: ${fault.what}`)
      report(`${fault.contract}: ${fault.what}`, fate === 'killed')
    }
  } finally {
    workshop.close()
  }
}

const parts = { rules: proveRules, registry: compareRegistry }
for (const name of positionals)
  if (!(name in parts)) throw new Error(`no part "${name}": ${Object.keys(parts).join(', ')}`)

if (spawnSync('z3', ['--version']).status !== 0) {
  console.log('z3 is not installed (Debian: apt-get install z3): nothing was proved')
  process.exitCode = process.env.CI === undefined ? 0 : 1
} else {
  for (const [name, run] of Object.entries(parts)) if (positionals.length === 0 || positionals.includes(name)) run()
  if (isWrong) process.exitCode = 1
}
