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

export interface Sweeper {
  /** Looks at once: something has become due. */
  hurry(): void
  stop(): Promise<void>
  lastRound(): number
}

/**
 * Looks for settlements that are due and takes their steps itself, not through the queue: a job that was lost, stalled
 * or deduplicated must not be able to hide a claim. A step that takes long, because its chain does not answer, holds up
 * no other; when more is due than there is room for, it looks again as soon as there is room.
 */
export function startSweeper<T>({ lease, step, onError, intervalMs, most }: SweeperDeps<T>): Sweeper {
  let lastRound = Date.now()
  /** Whether more may be due than there was room for. */
  let isBehind = false
  const running = new Set<Promise<void>>()
  const rounds = startRounds({
    round: async () => {
      const free = most - running.size
      const due = free > 0 ? await lease(free) : []
      isBehind = due.length === free
      for (const settlement of due) {
        const taken = step(settlement).finally(() => {
          running.delete(taken)
          // Not for each that ends: what is taken together costs less.
          if (isBehind && running.size <= most / 2) rounds.hurry()
        })
        running.add(taken)
      }
      lastRound = Date.now()
    },
    onError,
    intervalMs,
  })
  return {
    hurry: () => rounds.hurry(),
    lastRound: () => lastRound,
    stop: async () => {
      await rounds.stop()
      await Promise.all(running)
    },
  }
}
