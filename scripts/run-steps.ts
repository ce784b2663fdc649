import { spawnSync } from 'node:child_process'

/** A command of a check: what it establishes, and how. */
export interface Step {
  name: string
  command: readonly string[]
}

/**
 * Runs every step, also after one has failed, so that one run shows all that is wrong. Prints each step's time.
 *
 * @returns how many steps passed and failed.
 */
export function runSteps(steps: readonly Step[]): { passed: number; failed: number } {
  let failed = 0
  for (const { name, command } of steps) {
    const [program = '', ...args] = command
    const startedAt = performance.now()
    const result = spawnSync(program, args, {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const isPassed = result.status === 0
    console.log(`${isPassed ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (isPassed) continue
    failed += 1
    console.log(`  ${command.join(' ')}`)
    console.log(indent([result.stdout, result.stderr, result.error?.message].filter(Boolean).join('\n')))
  }
  return { passed: steps.length - failed, failed }
}

const indent = (text: string): string => text.replace(/^/gm, '    ')
