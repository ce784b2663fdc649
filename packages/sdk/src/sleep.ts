import { TandemError } from './tandem-error.ts'

/**
 * Waits, or ends early when the application aborts.
 *
 * @throws TandemError `ABORTED`, with the signal's reason as its cause.
 */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal))
    const onAbort = () => {
      clearTimeout(timer)
      reject(aborted(signal as AbortSignal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Like {@link sleep}, and ends early without an error when it is woken. */
export async function wakeableSleep(
  milliseconds: number,
  { signal, onWake }: { signal: AbortSignal | undefined; onWake: (resume: () => void) => void },
): Promise<void> {
  const waking = new AbortController()
  const whenAborted = () => waking.abort()
  onWake(() => waking.abort())
  // No combined signal: one that nothing else refers to can be collected, and its abort is lost.
  signal?.addEventListener('abort', whenAborted, { once: true })
  if (signal?.aborted) waking.abort()
  await sleep(milliseconds, waking.signal).catch(() => undefined)
  signal?.removeEventListener('abort', whenAborted)
  requireGoing(signal)
}

/** @throws TandemError `ABORTED`: a wallet may have answered long after the application ended the step. */
export function requireGoing(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal)
}

/** The error of a step that the application aborted. A request sent before stays sent; the step can be repeated. */
export const aborted = (signal: AbortSignal): TandemError =>
  new TandemError('ABORTED', 'the application aborted the wait; the step can be repeated', { cause: signal.reason })
