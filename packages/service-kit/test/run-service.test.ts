import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { programArgs } from '@tandem/local-services'

const script = fileURLToPath(new URL('./support/process.ts', import.meta.url))

/** Runs the process to its end. `onEvent` sees each event that it logs. */
async function run(behaviour: string, onEvent: (event: string, child: ChildProcess) => void) {
  const child = spawn(process.execPath, [...programArgs(script), behaviour], { stdio: ['ignore', 'pipe', 'inherit'] })
  const events: string[] = []
  createInterface(child.stdout).on('line', (line) => {
    const { message } = JSON.parse(line)
    events.push(message)
    onEvent(message, child)
  })
  const [code] = await once(child, 'close')
  return { code, events }
}

const on = (awaited: string, signal: NodeJS.Signals) => (event: string, child: ChildProcess) => {
  if (event === awaited) child.kill(signal)
}

describe('runService', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops in order on %s', async (signal) => {
    const { code, events } = await run('serves', on('service.started', signal))
    expect(code).toBe(0)
    expect(events).toEqual(['service.started', 'service.stopping', 'service.step_stopped', 'service.stopped'])
  })

  it('gives up a stop that takes too long', async () => {
    const { code, events } = await run('hangs', on('service.started', 'SIGTERM'))
    expect(code).toBe(1)
    expect(events).toEqual(['service.started', 'service.stopping', 'service.stop_overdue'])
  })

  it('ends at once on a second signal', async () => {
    const { code, events } = await run('hangs', (event, child) => {
      if (event === 'service.started' || event === 'service.stopping') child.kill('SIGTERM')
    })
    expect([code, events]).toEqual([1, ['service.started', 'service.stopping']])
  })

  it('closes what was opened when the start fails', async () => {
    const { code, events } = await run('fails', () => undefined)
    expect([code, events]).toEqual([1, ['service.stopping', 'service.step_stopped', 'service.stopped']])
  })

  it('stops in order after an uncaught error', async () => {
    const { code, events } = await run('throws later', () => undefined)
    expect([code, events]).toEqual([
      1,
      ['service.started', 'service.stopping', 'service.step_stopped', 'service.stopped'],
    ])
  })
})
