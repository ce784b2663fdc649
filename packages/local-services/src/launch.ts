import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { guardAgainstOrphan } from './guard.ts'

const START_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 10_000
const POLL_MS = 20

export interface LaunchOptions {
  name: string
  command: string
  args: readonly string[]
  /** The file for stdout and stderr. Its end is quoted when the start fails. */
  logFile: string
  stopSignal: NodeJS.Signals
  /** Milliseconds that a stop may take before the program is killed; at least ten seconds. */
  stopTimeoutMs?: number
  /** Polled until it answers true. An error counts as "not yet". */
  isReady: () => Promise<boolean>
  temporaryDir?: string | undefined
  /** The account to run as, for a program that refuses to be root. */
  identity?: { uid: number; gid: number } | undefined
  env?: NodeJS.ProcessEnv | undefined
}

export interface Running {
  readonly pid: number
  /** Null while the program runs, and after a signal has ended it. */
  readonly exitCode: number | null
  /** Ends the program, and returns once it is gone. */
  stop(): Promise<void>
  /** Ends the program with SIGKILL, as a crash would. */
  kill(): Promise<void>
}

/**
 * Starts a program in a session of its own, so that Ctrl-C reaches only us. A guard ends the program if we die first,
 * even by SIGKILL.
 */
export async function launch(options: LaunchOptions): Promise<Running> {
  const log = openSync(options.logFile, 'a')
  const child = spawn(options.command, options.args, {
    ...options.identity,
    env: options.env ?? process.env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  await once(child, 'spawn')
  child.unref()
  const pid = child.pid as number
  const letGo = guardAgainstOrphan(pid, options.stopSignal, options.temporaryDir)
  const gone = once(child, 'exit').then(letGo)

  const end = async (signal: NodeJS.Signals) => {
    child.ref()
    if (isAlive(child)) child.kill(signal)
    const insist = setTimeout(() => child.kill('SIGKILL'), Math.max(STOP_TIMEOUT_MS, options.stopTimeoutMs ?? 0))
    await gone
    clearTimeout(insist)
  }

  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await options.isReady().catch(() => false)) || !isAlive(child)) {
    if (!isAlive(child)) throw new Error(`${options.name} ended while starting:\n${tail(options.logFile)}`)
    if (Date.now() > deadline) {
      await end('SIGKILL')
      throw new Error(`${options.name} did not start within ${START_TIMEOUT_MS} ms:\n${tail(options.logFile)}`)
    }
    await sleep(POLL_MS)
  }
  return {
    pid,
    get exitCode() {
      return child.exitCode
    },
    stop: () => end(options.stopSignal),
    kill: () => end('SIGKILL'),
  }
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

const tail = (file: string) => readFileSync(file, 'utf8').split('\n').slice(-20).join('\n')
