import { wakeableSleep } from '../sleep.ts'

/**
 * A step that may never end, because a wallet may never answer. It runs one piece of work at a time. The result of the
 * work, or its error, can be taken once.
 */
export class LongStep<T> {
  #running: Promise<void> | undefined
  #end: (() => T) | undefined

  get isUnderWay(): boolean {
    return this.#running !== undefined
  }

  /** Begins the work, unless earlier work is still running or its result was not taken yet. */
  begin(step: () => Promise<T>): void {
    if (this.#running !== undefined || this.#end !== undefined) return
    const end = (result: () => T) => {
      this.#end = result
      this.#running = undefined
    }
    this.#running = step().then(
      (given) => end(() => given),
      (error: unknown) =>
        end(() => {
          throw error
        }),
    )
  }

  /**
   * Waits for the end of the work, and takes its result.
   *
   * @returns the result; `undefined` if the work still goes on after this time.
   * @throws the error of the work; `ABORTED`.
   */
  async takeWithin(milliseconds: number, signal: AbortSignal | undefined): Promise<T | undefined> {
    const running = this.#running
    if (running !== undefined) await wakeableSleep(milliseconds, { signal, onWake: (wake) => void running.then(wake) })
    return this.take()
  }

  /**
   * Takes the result of the work.
   *
   * @returns the result; `undefined` while the work goes on, or if its result was taken already.
   * @throws the error of the work.
   */
  take(): T | undefined {
    const end = this.#end
    this.#end = undefined
    return end?.()
  }
}

export type LongSteps = Partial<Record<'initiation' | 'claim' | 'refund', LongStep<unknown>>>

const besideMs = 5_000

/**
 * Runs a step of a swap, and waits for it for five seconds. Afterwards the step goes on in the background, and a later
 * call with the same name takes its result.
 *
 * @returns the result of the step; `undefined` while it goes on.
 * @throws the error of the step; `ABORTED`.
 */
export async function runLongStep<T>(
  { begun }: { begun: LongSteps },
  name: keyof LongSteps,
  signal: AbortSignal | undefined,
  step: () => Promise<T>,
): Promise<T | undefined> {
  begun[name] ??= new LongStep()
  const long = begun[name] as LongStep<T>
  const earlier = long.take()
  if (earlier !== undefined || long.isUnderWay) return earlier
  long.begin(step)
  return long.takeWithin(besideMs, signal)
}
