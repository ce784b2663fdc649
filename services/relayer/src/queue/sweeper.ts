import { startRounds } from './rounds.ts'

export interface SweeperDeps<T> {
  /** Takes settlements that are due, so that nobody else takes them meanwhile. */
  lease: (limit: number) => Promise<T[]>
  /** Never fails: it says itself what went wrong. */
  step: (settlement: T) => Promise<void>
  onError: (error: unknown) => void
  intervalMs: number
  /** Steps under way at once. */
  most: number
}

/**
 * Looks for settlements that are due and takes their steps itself, not through the queue: a job that was lost, stalled
 * or deduplicated must not be able to hide a claim. A step that takes long, because its chain does not answer, holds up
 * no other.
 */
export function startSweeper<T>({ lease, step, onError, intervalMs, most }: SweeperDeps<T>): {
  stop(): Promise<void>
  lastRound(): number
} {
  let lastRound = Date.now()
  const running = new Set<Promise<void>>()
  const rounds = startRounds({
    round: async () => {
      const free = most - running.size
      const due = free > 0 ? await lease(free) : []
      for (const settlement of due) {
        const taken = step(settlement).finally(() => running.delete(taken))
        running.add(taken)
      }
      lastRound = Date.now()
      return false
    },
    onError,
    intervalMs,
  })
  return {
    lastRound: () => lastRound,
    stop: async () => {
      await rounds.stop()
      await Promise.all(running)
    },
  }
}
