import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'

export interface Step {
  name: string
  command: readonly string[]
  /** The name of a step that must have passed before. */
  needs?: string
}

/** Runs as many steps at once as there are cores. The steps must not affect each other. */
export const byCores = { atOnce: availableParallelism() }

/**
 * Runs every step, also after a failure. A step that needs a failed one counts as failed.
 *
 * @param o.atOnce how many run at once; one by default.
 * @returns how many have passed and failed.
 */
export async function runSteps(
  steps: readonly Step[],
  { atOnce = 1 }: { atOnce?: number } = {},
): Promise<{ passed: number; failed: number }> {
  const isPassed = new Map<string, boolean>()
  const waiting = [...steps]
  const running = new Set<Promise<void>>()
  const take = () => {
    const at = waiting.findIndex(({ needs }) => needs === undefined || isPassed.has(needs))
    return at === -1 ? undefined : waiting.splice(at, 1)[0]
  }
  const run = async (step: Step) => {
    const isReady = step.needs === undefined || isPassed.get(step.needs) === true
    isPassed.set(step.name, isReady ? await runStep(step) : skip(step))
  }

  while (waiting.length > 0) {
    const step = running.size < atOnce ? take() : undefined
    if (step !== undefined) {
      const under = run(step).finally(() => running.delete(under))
      running.add(under)
    } else if (running.size > 0) await Promise.race(running)
    else throw new Error(`"${waiting[0]?.name}" needs a step that is not there`)
  }
  await Promise.all(running)
  const passed = [...isPassed.values()].filter(Boolean).length
  return { passed, failed: steps.length - passed }
}

async function runStep({ name, command }: Step): Promise<boolean> {
  const [program = '', ...args] = command
  const startedAt = performance.now()
  const child = spawn(program, args, {
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close').then(
      ([code]: unknown[]) => code,
      (error: Error) => error.message,
    ),
  ])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (status === 0) return true
  console.log(`  ${command.join(' ')}`)
  console.log(indent([output, errors, typeof status === 'string' ? status : ''].filter(Boolean).join('\n')))
  return false
}

function skip({ name, needs }: Step): boolean {
  console.log(`✗ ${name} (not begun: it needs "${needs}")`)
  return false
}

const indent = (shown: string): string => shown.replace(/^/gm, '    ')
