import { pause } from './pause.ts'

export interface IntervalLoop {
  /** Begins a round now, or right after the one that is running. */
  trigger(): void
  /** Ends the loop, and waits for the round that is running. */
  stop(): Promise<void>
}

/**
 * Runs `round` at an interval. A failed round is reported, and the next one runs all the same.
 *
 * @param options.intervalMs the time between two rounds. A function is asked after each round.
 * @param options.delayMs the time before the first round.
 */
export function startIntervalLoop({
  round,
  onError,
  intervalMs,
  delayMs = 0,
}: {
  round: () => Promise<unknown>
  onError: (error: unknown) => void
  intervalMs: number | (() => number)
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
      if (!isTriggered && !isStopping) await wait(typeof intervalMs === 'number' ? intervalMs : intervalMs())
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
