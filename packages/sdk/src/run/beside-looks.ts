import { LongStep } from '../long-step.ts'

export type LongSteps = Partial<Record<'initiation' | 'claim' | 'refund', LongStep<unknown>>>

const besideMs = 5_000

/**
 * @returns its result, once; `undefined` while it goes on.
 * @throws its error, once; `ABORTED`.
 */
export async function besideLooks<T>(
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
