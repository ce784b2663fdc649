export interface SweeperDeps {
  /** Takes settlements that are due, so that nobody else takes them meanwhile. */
  lease: (limit: number) => Promise<string[]>
  step: (id: string) => Promise<void>
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
export function startSweeper({ lease, step, tidy, onError, intervalMs, batch }: SweeperDeps): {
  stop(): Promise<void>
  lastRound(): number
} {
  let isStopping = false
  let lastRound = Date.now()
  let wake: () => void = () => undefined
  const running = loop()

  async function loop(): Promise<void> {
    while (!isStopping) {
      const taken = await round().catch((error: unknown) => {
        onError(error)
        return 0
      })
      // A full batch: there may be more.
      if (taken === batch) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, intervalMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  async function round(): Promise<number> {
    const ids = await lease(batch)
    await Promise.all(ids.map(step))
    await tidy()
    lastRound = Date.now()
    return ids.length
  }

  return {
    lastRound: () => lastRound,
    async stop() {
      isStopping = true
      wake()
      await running
    },
  }
}
