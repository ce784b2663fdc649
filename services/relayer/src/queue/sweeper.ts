import { startRounds } from './rounds.ts'

export interface SweeperDeps<T> {
  /** Takes settlements that are due, so that nobody else takes them meanwhile. */
  lease: (limit: number) => Promise<T[]>
  step: (settlement: T) => Promise<void>
  /** Done once in every round, after the steps. */
  tidy: () => Promise<void>
  onError: (error: unknown) => void
  intervalMs: number
  batch: number
}

/**
 * Looks for settlements that are due and takes their steps itself, not through the queue: a job that was lost, stalled
 * or deduplicated must not be able to hide a claim.
 */
export function startSweeper<T>({ lease, step, tidy, onError, intervalMs, batch }: SweeperDeps<T>): {
  stop(): Promise<void>
  lastRound(): number
} {
  let lastRound = Date.now()
  const rounds = startRounds({
    round: async () => {
      const due = await lease(batch)
      await Promise.all(due.map(step))
      await tidy()
      lastRound = Date.now()
      // A full batch: there may be more.
      return due.length === batch
    },
    onError,
    intervalMs,
  })
  return { lastRound: () => lastRound, stop: () => rounds.stop() }
}
