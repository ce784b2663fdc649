import { setMaxListeners } from 'node:events'
import type { Logger } from './logger.ts'

const DEFAULT_DEADLINE_MS = 10_000

/** Runs the steps that stop a service, in order. One of them, in http-server.ts, drains the HTTP connections. */
export interface Lifecycle {
  /** Aborted when a stop is requested. The service is then no longer ready, but still serves. */
  readonly draining: AbortSignal
  /** Aborted when the stop begins. Streams and loops end with it. */
  readonly stopping: AbortSignal
  /** Adds something to wait for between `draining` and `stopping`. All of them run at once, each with a deadline. */
  beforeStopping(wait: () => unknown, deadlineMs?: number): void
  /** Adds a step of the stop. The latest added runs first, because it was built on the earlier ones. */
  onStop(name: string, close: () => unknown, deadlineMs?: number): void
  /** Stops the service. A step that fails or takes too long is logged, and the next one runs. */
  stop(): Promise<void>
}

export function createLifecycle(logger: Logger): Lifecycle {
  const draining = new AbortController()
  const stopping = new AbortController()
  const waits: { close: () => unknown; deadlineMs: number }[] = []
  setMaxListeners(0, stopping.signal)
  const steps: { name: string; close: () => unknown; deadlineMs: number }[] = []
  let stopped: Promise<void> | undefined

  const run = async () => {
    draining.abort()
    for (const error of await Promise.all(waits.map((wait) => settle(wait.close, wait.deadlineMs))))
      if (error !== undefined) logger.error('service.step_failed', { step: 'draining', error })
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
    draining: draining.signal,
    stopping: stopping.signal,
    beforeStopping: (wait, deadlineMs = DEFAULT_DEADLINE_MS) => {
      waits.push({ close: wait, deadlineMs })
    },
    onStop: (name, close, deadlineMs = DEFAULT_DEADLINE_MS) => {
      steps.push({ name, close, deadlineMs })
    },
    stop: () => {
      stopped ??= run()
      return stopped
    },
  }
}

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
