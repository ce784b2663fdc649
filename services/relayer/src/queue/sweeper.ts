import { startIntervalLoop } from '@tandem/service-kit'

/** Milliseconds between two rounds while nothing is open, which is how late work begins whose wake-up was lost. */
const quietIntervalMs = 1_000
/** How many rounds in a row have to find no due request before the sweeper asks whether anything is open. */
const emptyRoundsBeforeAsking = 4

export interface SweeperDeps {
  /** Leases due requests, and takes a step on each. The steps never reject. */
  tick: (most: number) => Promise<readonly Promise<void>[]>
  /**
   * Whether a request or a nonce of the chain is open. Everything that is open either has a time when it is due, or is
   * made due by a wake-up.
   */
  hasOpenWork: () => Promise<boolean>
  /** Whether wake-ups can be relied on; false while they may be lost. */
  isWokenUp: () => boolean
  onError: (error: unknown) => void
  intervalMs: number
  most: number
}

export interface Sweeper {
  wake(): void
  stop(): Promise<void>
  lastRound(): number
  /** Whether nothing was open when it was asked last. */
  isQuiet(): boolean
}

/**
 * Reads due requests itself, because a lost or stalled job must not hide a claim. A slow step delays no other. While nothing is
 * open the sweeper only asks whether that has changed, and seldom: whoever stores a request wakes it.
 */
export function startSweeper({ tick, hasOpenWork, isWokenUp, onError, intervalMs, most }: SweeperDeps): Sweeper {
  let lastRound = Date.now()
  let isBehind = false
  let emptyRounds = 0
  let isQuiet = false
  const running = new Set<Promise<void>>()

  async function round(): Promise<void> {
    if (isQuiet && !(await hasOpenWork())) return
    isQuiet = false
    const free = most - running.size
    const steps = free > 0 ? await tick(free) : []
    isBehind = steps.length === free
    for (const step of steps) {
      const taken = step.finally(() => {
        running.delete(taken)
        // The next round waits for half of the steps, because steps that are taken together cost less.
        if (isBehind && running.size <= most / 2) loop.trigger()
      })
      running.add(taken)
    }
    emptyRounds = running.size === 0 ? emptyRounds + 1 : 0
    if (emptyRounds > 0 && emptyRounds % emptyRoundsBeforeAsking === 0) isQuiet = !(await hasOpenWork())
  }

  const loop = startIntervalLoop({
    round: async () => {
      await round()
      lastRound = Date.now()
    },
    onError,
    intervalMs: () => (isQuiet && isWokenUp() ? Math.max(quietIntervalMs, intervalMs) : intervalMs),
  })
  return {
    wake() {
      isQuiet = false
      loop.trigger()
    },
    lastRound: () => lastRound,
    isQuiet: () => isQuiet,
    stop: async () => {
      await loop.stop()
      await Promise.all(running)
    },
  }
}
