import { wakeableSleep } from '../sleep.ts'

/** A wallet may never answer for these. */
export type LongStep = 'initiation' | 'claim' | 'refund'

export interface Begun {
  end?: () => unknown
}

const besideMs = 5_000

/**
 * One of its name at a time.
 * @returns its result, once; `undefined` while it goes on.
 * @throws its error, once; `ABORTED`.
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

export const isUnderWay = (begun: Begun | undefined): boolean => begun !== undefined && begun.end === undefined
