import { setMaxListeners } from 'node:events'
import type { Logger } from './logger.ts'

const DEFAULT_DEADLINE_MS = 10_000

/** What a service opened, and so must close. */
export interface Lifecycle {
  /** Aborted when stopping begins: ends open streams and waiting loops. */
  readonly stopping: AbortSignal
  /**
   * Registers how to close what was just opened. Steps run one after the other, the latest first, so that whatever
   * was built on something is closed before it: HTTP, then workers, then Redis, then PostgreSQL.
   */
  onStop(name: string, close: () => unknown, deadlineMs?: number): void
  /** Runs all steps, once. A step that fails or exceeds its deadline is logged, and the next one runs. */
  stop(): Promise<void>
}

export function createLifecycle(logger: Logger): Lifecycle {
  const stopping = new AbortController()
  // Every open event stream listens.
  setMaxListeners(0, stopping.signal)
  const steps: { name: string; close: () => unknown; deadlineMs: number }[] = []
  let stopped: Promise<void> | undefined

  const run = async () => {
    stopping.abort()
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const startedAt = performance.now()
      const outcome = await settle(step.close, step.deadlineMs)
      const fields = { step: step.name, duration_ms: Math.round(performance.now() - startedAt) }
      if (outcome === undefined) logger.debug('service.step_stopped', fields)
      else logger.error('service.step_failed', { ...fields, error: outcome })
    }
  }
  return {
    stopping: stopping.signal,
    onStop: (name, close, deadlineMs = DEFAULT_DEADLINE_MS) => {
      steps.push({ name, close, deadlineMs })
    },
    stop: () => {
      stopped ??= run()
      return stopped
    },
  }
}

/** The error of a failed or overdue step, or nothing. */
async function settle(close: () => unknown, deadlineMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error(`not stopped within ${deadlineMs} ms`)), deadlineMs)
  })
  const closed = (async () => close())().then(
    () => undefined,
    (error: unknown) => error ?? new Error('rejected without a reason'),
  )
  return Promise.race([closed, overdue]).finally(() => clearTimeout(timer))
}
