import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { until } from '../src/until.ts'

const source = fileURLToPath(new URL('../src/redis.ts', import.meta.url))
const startOneServer = `
  const { startRedis } = await import(${JSON.stringify(source)})
  const redis = await startRedis()
  const { readlinkSync } = await import('node:fs')
  console.log(redis.pid + ' ' + readlinkSync('/proc/' + redis.pid + '/cwd'))
  setInterval(() => undefined, 1000)`

const guard = fileURLToPath(new URL('../src/guard.ts', import.meta.url))
const guardOneOfTwo = `
  const { guardAgainstOrphan } = await import(${JSON.stringify(guard)})
  const { spawn } = await import('node:child_process')
  const { mkdtempSync } = await import('node:fs')
  const { tmpdir } = await import('node:os')
  const sleeper = () => spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).pid
  const [free, guarded, dir] = [sleeper(), sleeper(), mkdtempSync(tmpdir() + '/tandem two words ')]
  const letGo = guardAgainstOrphan(free, 'SIGTERM')
  guardAgainstOrphan(guarded, 'SIGTERM', dir)
  letGo()
  console.log(JSON.stringify([free, guarded, dir]))
  setInterval(() => undefined, 1000)`

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Runs a script in a process of its own, and reads its first line. */
async function run(script: string) {
  const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(starter.stdout), 'line')) as [string]
  return { starter, line }
}

/** Where no process reaps orphans, an ended server stays a zombie, which still answers signal 0. */
const untilEnded = (pid: number) =>
  until(() => !existsSync(`/proc/${pid}/exe`) || !isRunning(pid), 'the guarded program ends')

// Linux only, because the test reads /proc to learn the server's directory.
const onLinux = process.platform === 'linux' ? describe : describe.skip

onLinux('a server whose starter dies', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('ends and leaves no files behind after %s', async (signal) => {
    const { starter, line } = await run(startOneServer)
    const [pid, dir] = line.split(' ') as [string, string]
    expect([isRunning(Number(pid)), existsSync(dir)]).toEqual([true, true])
    starter.kill(signal)
    await until(() => !existsSync(dir), 'its directory goes')
    await untilEnded(Number(pid))
  })

  it('leaves alone what was let go, and ends the others', async () => {
    const { starter, line } = await run(guardOneOfTwo)
    const [free, guarded, dir] = JSON.parse(line) as [number, number, string]
    starter.kill('SIGKILL')
    await until(() => !existsSync(dir), 'its directory goes')
    await untilEnded(guarded)
    expect(isRunning(free)).toBe(true)
    process.kill(free)
  })
})
