export interface Rounds {
  /** Does not wait for the rest of the interval: a round begins now, or as soon as the one under way has ended. */
  hurry(): void
  stop(): Promise<void>
}

/** Does something now, and again so long after it has ended; a round that fails is reported, and the next one comes. */
export function startRounds({
  round,
  onError,
  intervalMs,
}: {
  round: () => Promise<void>
  onError: (error: unknown) => void
  intervalMs: number
}): Rounds {
  let isStopping = false
  let isHurried = false
  let wake: () => void = () => undefined
  const running = loop()

  async function loop(): Promise<void> {
    while (!isStopping) {
      isHurried = false
      await Promise.resolve().then(round).catch(onError)
      if (isHurried || isStopping) continue
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
    hurry() {
      isHurried = true
      wake()
    },
    async stop() {
      isStopping = true
      wake()
      await running
    },
  }
}
