import { startIntervalLoop } from '@tandem/service-kit'

export interface SweeperDeps {
  /** Begins a step on each request that is due, on at most so many. The steps never reject. */
  tick: (most: number) => Promise<readonly Promise<void>[]>
  onError: (error: unknown) => void
  intervalMs: number
  /** Steps under way at once. */
  most: number
}

export interface Sweeper {
  /** Looks at once: something has become due. */
  wake(): void
  stop(): Promise<void>
  lastRound(): number
}

/**
 * Looks for requests that are due and takes their steps itself, not through the queue: a job that was lost, stalled
 * or deduplicated must not be able to hide a claim. A step that takes long, because its chain does not answer, holds up
 * no other; when more is due than there is room for, it looks again as soon as there is room.
 */
export function startSweeper({ tick, onError, intervalMs, most }: SweeperDeps): Sweeper {
  let lastRound = Date.now()
  /** Whether more may be due than there was room for. */
  let isBehind = false
  const running = new Set<Promise<void>>()
  const loop = startIntervalLoop({
    round: async () => {
      const free = most - running.size
      const steps = free > 0 ? await tick(free) : []
      isBehind = steps.length === free
      for (const step of steps) {
        const taken = step.finally(() => {
          running.delete(taken)
          // Not for each that ends: what is taken together costs less.
          if (isBehind && running.size <= most / 2) loop.trigger()
        })
        running.add(taken)
      }
      lastRound = Date.now()
    },
    onError,
    intervalMs,
  })
  return {
    wake: () => loop.trigger(),
    lastRound: () => lastRound,
    stop: async () => {
      await loop.stop()
      await Promise.all(running)
    },
  }
}
