import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { programArgs } from '@tandem/local-services'

/** A TypeScript file run as a process, which is killed without warning and started again. */
export class KilledProcess {
  readonly #script: string
  readonly #args: readonly string[]
  readonly #env: Readonly<Record<string, string>>
  #child: ChildProcess | undefined

  constructor(script: URL, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    this.#script = fileURLToPath(script)
    this.#args = args
    this.#env = env
  }

  /**
   * Starts the process, and waits for the first line of output for which `isUp` returns a value.
   * @returns that value.
   */
  async start<T>(isUp: (line: string) => T | undefined): Promise<T> {
    const child = spawn(process.execPath, [...programArgs(this.#script), ...this.#args], {
      env: { PATH: process.env.PATH ?? '', ...this.#env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    const lines = createInterface({ input: child.stdout })
    return new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(`${this.#script} ended before it was up`)))
      lines.on('line', (line) => {
        const answer = isUp(line)
        if (answer !== undefined) resolve(answer)
      })
    })
  }

  isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || !this.isRunning()) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
}
