/**
 * `npm test`: runs every jest project, and the forge suite beside them. Arguments go to jest alone. A failed suite runs
 * once more, alone. When it passes then, it is reported as flaky, which is a defect to mend.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'

const node = ['--conditions=tandem:source', '--no-warnings']
/**
 * Twice V8's default of 16 MiB. Most objects of a test live as long as one request, so fewer of them survive to be copied when
 * the young generation is larger.
 */
const youngGeneration = '--max-semi-space-size=32'
const args = process.argv.slice(2)

/** When more suites than this fail, it is no accident, and none runs again. */
const maxFlakySuites = 5

interface Outcome {
  passed: number
  failed: number
}

interface JestOutcome extends Outcome {
  failedSuites: string[]
}

/** The part of jest's report that is used. */
interface JestReport {
  numPassedTests: number
  numFailedTests: number
  numRuntimeErrorTestSuites: number
  testResults: { name: string; status: 'passed' | 'failed' }[]
}

async function runJest(extra: readonly string[]): Promise<JestOutcome> {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-jest-'))
  const report = join(dir, 'report.json')
  const jest = [
    ...node,
    youngGeneration,
    '--import=./test/support/jest/register.mjs',
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${report}`,
  ]
  const [status] = await once(spawn('node', [...jest, ...extra], { stdio: ['inherit', 'ignore', 'inherit'] }), 'exit')
  try {
    const result = JSON.parse(readFileSync(report, 'utf8')) as JestReport
    const broken = status === 0 ? 0 : Math.max(1, result.numFailedTests + result.numRuntimeErrorTestSuites)
    const failedSuites = result.testResults.filter((suite) => suite.status === 'failed').map(({ name }) => name)
    return { passed: result.numPassedTests, failed: broken, failedSuites }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * Runs the forge suite. Its last line is `escrow: N passed, N failed`, and its output is shown in one piece at the end.
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

/** Runs the failed suites again, one after the other. */
async function runAgain(first: JestOutcome): Promise<JestOutcome> {
  console.log(`\n${list('failed, and run again alone', first.failedSuites)}`)
  const second = await runJest(['--runInBand', '--runTestsByPath', ...first.failedSuites])
  const flaky = first.failedSuites.filter((suite) => !second.failedSuites.includes(suite))
  if (flaky.length > 0) console.log(`\n${list('FLAKY: passed only when run again; mend them', flaky)}`)
  return { ...second, passed: first.passed + Math.max(0, first.failed - second.failed) }
}

const list = (title: string, suites: readonly string[]): string =>
  [`${title}:`, ...suites.map((suite) => `  ${relative(process.cwd(), suite)}`)].join('\n')

/** Runs jest and the forge suite at once, because each leaves a core idle at times. */
async function runEverything(): Promise<Outcome[]> {
  const [forge, jest] = await Promise.all([runForge(), runJest([])])
  const { failedSuites } = jest
  return [forge, failedSuites.length > 0 && failedSuites.length <= maxFlakySuites ? await runAgain(jest) : jest]
}

const outcomes = args.length > 0 ? [await runJest(args)] : await runEverything()
const total = outcomes.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }))
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
