/** A relayer as a process of its own, which can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guardAgainstOrphan, programArgs } from '@tandem/local-services'

const root = join(import.meta.dirname, '../../../..')
const command = programArgs(join(root, 'services/relayer/src/main.ts'))

export class RelayerProcess {
  readonly url: string
  readonly #env: Record<string, string | undefined>
  readonly #logFile: string
  #child: ChildProcess | undefined
  deaths = 0

  constructor({ port, env, logFile }: { port: number; env: Record<string, string | undefined>; logFile: string }) {
    this.url = `http://127.0.0.1:${port}`
    this.#env = { ...env, PORT: String(port), PATH: process.env.PATH }
    this.#logFile = logFile
  }

  start(): void {
    const log = openSync(this.#logFile, 'a')
    this.#child = spawn(process.execPath, command, { cwd: root, env: this.#env, stdio: ['ignore', log, log] })
    closeSync(log)
    // The process may end by itself while its database is away. In production something starts it again, and so does this class.
    const child = this.#child
    const letGo = guardAgainstOrphan(child.pid as number, 'SIGKILL')
    child.on('exit', () => {
      letGo()
      if (this.#child !== child) return
      this.#child = undefined
      this.deaths += 1
      setTimeout(() => {
        if (this.#child === undefined && !this.#isStopped) this.start()
      }, 200)
    })
  }

  #isStopped = false

  /** Waits until the process answers, which on a busy machine takes longer than a storm. */
  async untilReady(): Promise<void> {
    for (const deadline = Date.now() + 120_000; ; ) {
      const answer = await fetch(`${this.url}/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
      if (answer?.ok) return
      if (Date.now() > deadline) throw new Error(`${this.url} does not become ready`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  /** Ends the process by SIGKILL. It is started again by itself. */
  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  /** Freezes the process until `thaw`, as on a machine that has no time for it. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }
  thaw(): void {
    this.#child?.kill('SIGCONT')
  }

  /** The process's processor time since its start, in milliseconds. Linux counts it in hundredths of a second. */
  cpuMs(): number {
    const stat = readFileSync(`/proc/${this.#child?.pid}/stat`, 'latin1')
    // The second field is the program's name in parentheses, which may hold spaces; utime and stime are 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
}
