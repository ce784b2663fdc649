import { wakeableSleep } from '../sleep.ts'

/** The steps that a wallet may never answer for, and that a run looks on beside. */
export type LongStep = 'initiation' | 'claim' | 'refund'

/** A step that was begun, until a look has seen its end: that gives what the step gave, or throws what it threw. */
export interface Begun {
  end?: () => unknown
}

/** Milliseconds that a step gets before the run looks on beside it. */
const besideMs = 5_000

/**
 * Has a step that takes long go on beside the looks that follow, one of its name at a time: a wallet may never answer.
 *
 * @returns what the step gave, once; `undefined` while it goes on.
 * @throws what ended the step, as soon as a look sees it; TandemError `ABORTED`.
 */
export async function besideLooks<T>(
  { begun }: { begun: Partial<Record<LongStep, Begun>> },
  name: LongStep,
  signal: AbortSignal | undefined,
  step: () => Promise<T>,
): Promise<T | undefined> {
  const seen = () => {
    const end = begun[name]?.end
    if (end !== undefined) delete begun[name]
    return end?.() as T | undefined
  }
  const earlier = seen()
  if (earlier !== undefined || begun[name] !== undefined) return earlier
  const own: Begun = {}
  begun[name] = own
  const ended = step().then(
    (given) => {
      own.end = () => given
    },
    (error: unknown) => {
      own.end = () => {
        throw error
      }
    },
  )
  await wakeableSleep(besideMs, { signal, onWake: (wake) => void ended.then(wake) })
  return seen()
}

/** Whether a step has begun and not ended. */
export const isUnderWay = (begun: Begun | undefined): boolean => begun !== undefined && begun.end === undefined
