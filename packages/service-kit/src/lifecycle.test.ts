import { describe, expect, it } from '@jest/globals'
import { createLifecycle } from './lifecycle.ts'
import type { LogFields, Logger } from './logger.ts'

function recordingLogger() {
  const events: [string, LogFields | undefined][] = []
  const record = (event: string, fields?: LogFields) => {
    events.push([event, fields])
  }
  const logger: Logger = { error: record, warn: record, info: record, debug: record, child: () => logger }
  return { logger, events }
}

describe('createLifecycle', () => {
  it('stops the latest first, each after the one before has ended', async () => {
    const { logger } = recordingLogger()
    const lifecycle = createLifecycle(logger)
    const order: string[] = []
    for (const name of ['postgres', 'redis', 'http']) {
      lifecycle.onStop(name, async () => {
        order.push(`${name} stops`)
        await Promise.resolve()
        order.push(`${name} stopped`)
      })
    }
    await lifecycle.stop()
    expect(order).toEqual(['http', 'redis', 'postgres'].flatMap((name) => [`${name} stops`, `${name} stopped`]))
  })

  it('aborts `stopping` before the first step, and runs the steps once', async () => {
    const { logger } = recordingLogger()
    const lifecycle = createLifecycle(logger)
    const seen: boolean[] = []
    lifecycle.onStop('http', () => seen.push(lifecycle.stopping.aborted))
    expect(lifecycle.stopping.aborted).toBe(false)
    await Promise.all([lifecycle.stop(), lifecycle.stop()])
    expect(seen).toEqual([true])
  })

  it('waits between `draining` and `stopping`, and stops although a wait fails', async () => {
    const { logger, events } = recordingLogger()
    const lifecycle = createLifecycle(logger)
    const seen: boolean[][] = []
    const note = () => seen.push([lifecycle.draining.aborted, lifecycle.stopping.aborted])
    lifecycle.beforeStopping(async () => note())
    lifecycle.beforeStopping(() => Promise.reject(new Error('broken')))
    lifecycle.onStop('http', note)
    await lifecycle.stop()
    expect(seen).toEqual([
      [true, false],
      [true, true],
    ])
    expect(events.map(([event, fields]) => [event, fields?.step])).toEqual([
      ['service.step_failed', 'draining'],
      ['service.step_stopped', 'http'],
    ])
  })

  it('goes on after a step that fails and one that hangs, and says which', async () => {
    const { logger, events } = recordingLogger()
    const lifecycle = createLifecycle(logger)
    const closed: string[] = []
    lifecycle.onStop('postgres', () => closed.push('postgres'))
    lifecycle.onStop('redis', () => new Promise(() => undefined), 10)
    lifecycle.onStop('queue', () => Promise.reject(new Error('broken')))
    await lifecycle.stop()
    expect(closed).toEqual(['postgres'])
    const failed = events
      .filter(([event]) => event === 'service.step_failed')
      .map(([, fields]) => [fields?.step, String(fields?.error)])
    expect(failed).toEqual([
      ['queue', 'Error: broken'],
      ['redis', 'Error: not stopped within 10 ms'],
    ])
  })
})
