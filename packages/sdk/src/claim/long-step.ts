import { wakeableSleep } from '../sleep.ts'

/** A wallet may never answer. One at a time; its end is told once. */
export class LongStep<T> {
  #running: Promise<void> | undefined
  #end: (() => T) | undefined

  get isUnderWay(): boolean {
    return this.#running !== undefined
  }

  /** Nothing before the end of an earlier step was taken. */
  begin(step: () => Promise<T>): void {
    if (this.#running !== undefined || this.#end !== undefined) return
    const end = (told: () => T) => {
      this.#end = told
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

  /** @throws its error; `ABORTED`. */
  async takeWithin(milliseconds: number, signal: AbortSignal | undefined): Promise<T | undefined> {
    const running = this.#running
    if (running !== undefined) await wakeableSleep(milliseconds, { signal, onWake: (wake) => void running.then(wake) })
    return this.take()
  }

  /**
   * `undefined` while it goes on.
   * @throws its error.
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
 * @returns its result, once; `undefined` while it goes on.
 * @throws its error, once; `ABORTED`.
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
