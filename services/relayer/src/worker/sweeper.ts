import { startIntervalLoop } from '@tandem/service-kit'

export interface SweeperDeps {
  /** The steps never reject. */
  tick: (most: number) => Promise<readonly Promise<void>[]>
  onError: (error: unknown) => void
  intervalMs: number
  most: number
}

export interface Sweeper {
  wake(): void
  stop(): Promise<void>
  lastRound(): number
}

/** Reads due requests itself: a lost or stalled job must not hide a claim. A slow step holds up no other. */
export function startSweeper({ tick, onError, intervalMs, most }: SweeperDeps): Sweeper {
  let lastRound = Date.now()
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
          // Not for each: joint work costs less.
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
