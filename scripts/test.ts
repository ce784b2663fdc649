/**
 * `npm test`: the contracts' forge suite, then every jest project, in one go.
 * With arguments it runs jest alone and hands them on: `npm test -- --selectProjects unit -- order-lifecycle`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const node = ['--conditions=tandem:source', '--no-warnings']
const args = process.argv.slice(2)

interface Outcome {
  passed: number
  failed: number
}

function runJest(extra: readonly string[]): Outcome {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-jest-'))
  const report = join(dir, 'report.json')
  const jest = [
    ...node,
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${report}`,
  ]
  const result = spawnSync('node', [...jest, ...extra], { stdio: ['inherit', 'ignore', 'inherit'] })
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
    const broken = result.status === 0 ? 0 : Math.max(1, numFailedTests + numRuntimeErrorTestSuites)
    return { passed: numPassedTests, failed: broken }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The forge suite prints its own counts; its last line is `escrow: N passed, N failed`. */
function runForge(): Outcome {
  const result = spawnSync('node', [...node, '--import', 'tsx', 'packages/escrow/scripts/test.ts'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.stdout.write(result.stdout)
  const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(result.stdout.trim().split('\n').at(-1) ?? '') ?? []
  if (passed === undefined || failed === undefined) return { passed: 0, failed: 1 }
  return { passed: Number(passed), failed: result.status === 0 ? Number(failed) : Math.max(1, Number(failed)) }
}

const outcomes = args.length > 0 ? [runJest(args)] : [runForge(), runJest([])]
const total = outcomes.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }))
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
