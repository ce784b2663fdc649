import { TandemError } from './tandem-error.ts'

/** @throws `ABORTED`. */
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

export async function wakeableSleep(
  milliseconds: number,
  { signal, onWake }: { signal: AbortSignal | undefined; onWake: (resume: () => void) => void },
): Promise<void> {
  const waking = new AbortController()
  const whenAborted = () => waking.abort()
  onWake(() => waking.abort())
  // AbortSignal.any is not used, because the garbage collector may take the combined signal while somebody waits on it.
  signal?.addEventListener('abort', whenAborted, { once: true })
  if (signal?.aborted) waking.abort()
  await sleep(milliseconds, waking.signal).catch(() => undefined)
  signal?.removeEventListener('abort', whenAborted)
  throwIfAborted(signal)
}

/**
 * Asks a question that a step can do without.
 *
 * @param ask gets a signal that is aborted after the given milliseconds.
 * @returns the answer; `undefined` when it did not come in time, or was an error.
 * @throws `ABORTED`.
 */
export async function answerWithin<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  ask: (ending: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const ending = new AbortController()
  let answer: T | undefined
  const asked = ask(ending.signal).then(
    (given) => {
      answer = given
    },
    () => undefined,
  )
  try {
    await wakeableSleep(milliseconds, { signal, onWake: (wake) => void asked.then(wake) })
  } finally {
    ending.abort()
  }
  return answer
}

/** @throws `ABORTED`. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal)
}

export const aborted = (signal: AbortSignal): TandemError =>
  new TandemError('ABORTED', 'the application aborted the wait; the step can be repeated', { cause: signal.reason })

/**
 * Reads again and again until a reading passes `isShown`, for at most ten seconds, and returns the last reading. After
 * a receipt, another endpoint can be some blocks behind.
 */
export async function untilShown<T>(read: () => Promise<T>, isShown: (reading: T) => boolean): Promise<T> {
  const until = Date.now() + 10_000
  for (;;) {
    const reading = await read()
    if (isShown(reading) || Date.now() >= until) return reading
    await sleep(500)
  }
}
