/** After this time the process is ready even if the first reading of a chain is not done. */
const firstPollsMs = 10_000

export interface ReadingTimes {
  start(): void
  /** Records that the chain was read up to its head. */
  noteRead(chain: string): void
  /** Records that the chain was read, could not be read, or is read by another process, its leader. */
  noteTried(chain: string): void
  /** Forgets the last reading, because another process may read the chain now. */
  forget(chain: string): void
  /** @throws Error in the first seconds, while one of the chains was not tried. */
  checkStart(chains: readonly string[]): void
  /** @throws Error while the last reading is too old, or still unknown in the first seconds. */
  check(chain: string, blockTimeMs: number): void
}

/** @param now unix milliseconds. */
export function makeReadingTimes(now: () => number): ReadingTimes {
  const readAt = new Map<string, number>()
  const tried = new Set<string>()
  let startedAt = now()
  function checkStart(chains: readonly string[]): void {
    const untried = chains.find((chain) => !tried.has(chain))
    if (untried !== undefined && now() - startedAt < firstPollsMs) throw new Error(`${untried} was not read yet`)
  }
  return {
    start: () => {
      startedAt = now()
    },
    noteRead: (chain) => void readAt.set(chain, now()),
    noteTried: (chain) => void tried.add(chain),
    forget: (chain) => void readAt.delete(chain),
    checkStart,
    check: (chain, blockTimeMs) => {
      const last = readAt.get(chain)
      const patience = 30_000 + 3 * blockTimeMs
      checkStart([chain])
      // A process that does not lead the chain has no reading that could be too old.
      if (last !== undefined && now() - last > patience)
        throw new Error(`${chain} was last read ${now() - last} ms ago`)
    },
  }
}
