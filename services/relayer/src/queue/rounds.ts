export interface Rounds {
  /** Does not wait for the rest of the interval. */
  hurry(): void
  stop(): Promise<void>
}

/** Does something now, and again so long after it has ended; a round that fails is reported, and the next one comes. */
export function startRounds({
  round,
  onError,
  intervalMs,
}: {
  /** Returns whether the next round should come at once. */
  round: () => Promise<boolean>
  onError: (error: unknown) => void
  intervalMs: number
}): Rounds {
  let isStopping = false
  let wake: () => void = () => undefined
  const running = loop()

  async function loop(): Promise<void> {
    while (!isStopping) {
      const isMore = await Promise.resolve()
        .then(round)
        .catch((error: unknown) => {
          onError(error)
          return false
        })
      if (isMore || isStopping) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, intervalMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  return {
    hurry: () => wake(),
    async stop() {
      isStopping = true
      wake()
      await running
    },
  }
}
