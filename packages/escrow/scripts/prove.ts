/**
 * `npm run prove`: solc's SMTChecker proves the rules of settlement (`proofs/SettlementModel.sol`) for any number of calls,
 * with Debian's z3. Then it puts faults into the model, one at a time, and expects each to be found: a proof that accepts
 * anything proves nothing.
 *
 * Without z3 it says so and proves nothing; under CI that fails.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { escrowRoot } from './forge.ts'
import { faults } from './model-faults.ts'

interface Diagnostic {
  errorCode?: string
  severity: string
  formattedMessage: string
}

const require = createRequire(import.meta.url)
const solc = require('solc')
const solverArgs = [
  ...['-in', '-smt2', '-T:300', 'rewriter.pull_cheap_ite=true'],
  ...['fp.spacer.q3.use_qgen=true', 'fp.spacer.mbqi=false', 'fp.spacer.ground_pobs=false'],
]

/** Codes of the SMTChecker: proved, an assertion that can fail, and what it could not decide. */
const codes = { proved: '9576', fails: '6328', unsure: ['5840', '1218', '7812'] }

function check(source: string) {
  const input = {
    language: 'Solidity',
    sources: { 'model.sol': { content: source } },
    settings: {
      outputSelection: { '*': { '*': ['abi'] } },
      modelChecker: {
        engine: 'chc',
        targets: ['assert'],
        solvers: ['smtlib2'],
        showProvedSafe: true,
        showUnproved: true,
      },
    },
  }
  const smtSolver = (query: string) => {
    const { stdout, error } = spawnSync('z3', solverArgs, { input: query, encoding: 'utf8', maxBuffer: 1 << 28 })
    return error === undefined ? { contents: stdout } : { error: String(error) }
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input), { smtSolver })) as { errors?: Diagnostic[] }
  const found = output.errors ?? []
  const broken = found.filter(({ severity }) => severity === 'error')
  if (broken.length > 0) throw new Error(broken.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const withCode = (code: string) => found.filter(({ errorCode }) => errorCode === code)
  return {
    proved: withCode(codes.proved).length,
    fails: withCode(codes.fails),
    unsure: codes.unsure.flatMap(withCode),
  }
}

/** The model with the assertions of one function alone: the others take their time, and are not asked about. */
const only = (name: string, model: string): string =>
  model.replace(/ {4}function (proves\w+)\(\) external view \{.*?\n {4}\}\n/gs, (text, one) =>
    one === name ? text : '',
  )

if (spawnSync('z3', ['--version']).status !== 0) {
  console.log('z3 is not installed (Debian: apt-get install z3): nothing was proved')
  process.exit(process.env.CI === undefined ? 0 : 1)
}

const source = readFileSync(join(escrowRoot, 'proofs/SettlementModel.sol'), 'utf8')
const assertions = source.split('assert(').length - 1
// One function at a time: all at once take the solver many times as long.
const names = [...source.matchAll(/function (proves\w+)/g)].map(([, name = '']) => name)
let proved = 0
for (const name of names) {
  const found = check(only(name, source))
  for (const { formattedMessage } of [...found.fails, ...found.unsure]) console.error(formattedMessage)
  proved += found.proved
}
console.log(`settlement: ${proved} of ${assertions} assertions proved`)
let missed = proved === assertions ? 0 : 1
for (const { what, from, to, breaks } of faults) {
  if (source.split(from).length !== 2) throw new Error(`the model has no single "${from}"`)
  const isFound =
    check(
      only(
        breaks,
        source.replace(from, () => to),
      ),
    ).fails.length > 0
  console.log(`${isFound ? 'found ' : 'MISSED'}  ${what}`)
  if (!isFound) missed += 1
}
console.log(`faults: ${faults.length} put in`)
process.exitCode = missed === 0 ? 0 : 1
