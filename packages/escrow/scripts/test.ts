/**
 * `npm run test:escrow`: the contracts' tests, then their gas against the snapshot. Its last line is
 * `escrow: N passed, N failed`. Arguments go to forge alone: `npm run test:escrow -- --match-test attack -vvv`.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { escrowRoot, forge } from './forge.ts'
import { handlerCalls } from './invariant-calls.ts'
import { buildTests, testEnvironment } from './test-build.ts'

const args = process.argv.slice(2)
const outcomes = args.length > 0 ? [runForge(args)] : [runForge([]), checkGas()]
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
console.log(`escrow: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

interface Outcome {
  passed: number
  failed: number
}

function runForge(args: readonly string[]): Outcome {
  buildTests()
  const result = forge(['test', '--allow-failure', ...args], { env: testEnvironment })
  const output = String(result.stdout)
  const { steps, text } = handlerCalls(output)
  process.stdout.write(text)
  process.stdout.write(String(result.stderr))
  const [, passed, failed] = /(\d+) tests passed, (\d+) failed/.exec(output) ?? []
  const count = { passed: Number(passed ?? 0), failed: result.status === 0 ? Number(failed ?? 1) : 1 }
  if (steps.length === 0) return count
  console.log('\nWhat the invariant runs did (a step that the contracts refuse is a call that was not accepted):')
  for (const { step, calls, accepted } of steps) {
    console.log(`  ${step.padEnd(18)} ${String(calls).padStart(6)} calls, ${String(accepted).padStart(6)} accepted`)
  }
  const idle = steps.filter(({ accepted }) => accepted === 0)
  for (const { step } of idle) console.error(`no ${step} was ever accepted: the invariants were not put to the test`)
  return { ...count, failed: count.failed + idle.length }
}

/** Compares the gas with the snapshot, as one test. */
function checkGas(): Outcome {
  const node = ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings']
  console.log('\ngas')
  const { status } = spawnSync('node', [...node, join(escrowRoot, 'scripts/gas.ts'), '--check'], { stdio: 'inherit' })
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}
