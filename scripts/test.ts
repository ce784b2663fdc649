/**
 * `npm test`: every jest project, and beside it the contracts' forge suite, in one go.
 * With arguments it runs jest alone and hands them on: `npm test -- --selectProjects unit -- order-lifecycle`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const node = ['--conditions=tandem:source', '--no-warnings']
const args = process.argv.slice(2)

interface Outcome {
  passed: number
  failed: number
}

async function runJest(extra: readonly string[]): Promise<Outcome> {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-jest-'))
  const report = join(dir, 'report.json')
  const jest = [
    ...node,
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${report}`,
  ]
  const [status] = await once(spawn('node', [...jest, ...extra], { stdio: ['inherit', 'ignore', 'inherit'] }), 'exit')
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
    const broken = status === 0 ? 0 : Math.max(1, numFailedTests + numRuntimeErrorTestSuites)
    return { passed: numPassedTests, failed: broken }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * The forge suite prints its own counts; its last line is `escrow: N passed, N failed`. Its output is shown in one piece
 * when it ends, so that it does not stand between the lines of jest.
 */
async function runForge(): Promise<Outcome> {
  const forge = spawn('node', [...node, '--import', 'tsx', 'packages/escrow/scripts/test.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [status]] = await Promise.all([text(forge.stdout), once(forge, 'exit')])
  process.stdout.write(output)
  const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(output.trim().split('\n').at(-1) ?? '') ?? []
  if (passed === undefined || failed === undefined) return { passed: 0, failed: 1 }
  return { passed: Number(passed), failed: status === 0 ? Number(failed) : Math.max(1, Number(failed)) }
}

// The forge suite leaves one core idle while it compiles, and jest while its suites wait for blocks.
const outcomes = await Promise.all(args.length > 0 ? [runJest(args)] : [runForge(), runJest([])])
const total = outcomes.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }))
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
