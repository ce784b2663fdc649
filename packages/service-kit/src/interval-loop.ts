import { pause } from './pause.ts'

export interface IntervalLoop {
  /** Does not wait for the rest of the interval: a round begins now, or as soon as the current one has ended. */
  trigger(): void
  /** Waits for the current round, and begins no other. */
  stop(): Promise<void>
}

/**
 * Repeats work, each round so long after the end of the one before. A round that fails is reported, and the next one comes.
 *
 * @param options.delayMs how long to wait before the first round; not at all by default.
 */
export function startIntervalLoop({
  round,
  onError,
  intervalMs,
  delayMs = 0,
}: {
  round: () => Promise<unknown>
  onError: (error: unknown) => void
  intervalMs: number
  delayMs?: number
}): IntervalLoop {
  let isStopping = false
  let isTriggered = false
  let waiting = new AbortController()
  const running = loop()

  async function loop(): Promise<void> {
    if (delayMs > 0) await wait(delayMs)
    while (!isStopping) {
      isTriggered = false
      await Promise.resolve().then(round).catch(onError)
      if (!isTriggered && !isStopping) await wait(intervalMs)
    }
  }

  async function wait(milliseconds: number): Promise<void> {
    waiting = new AbortController()
    await pause(milliseconds, waiting.signal)
  }

  return {
    trigger() {
      isTriggered = true
      waiting.abort()
    },
    async stop() {
      isStopping = true
      waiting.abort()
      await running
    },
  }
}
