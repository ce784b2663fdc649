/** Work that is done one at a time for each key. */
export interface Turns<T> {
  isBusy(key: string): boolean
  /** The work of a key that is not busy. */
  occupy(key: string, work: Promise<unknown>): void
  /** Begins the work of a key that is not busy, and nothing for one that is: it is `undefined` then. */
  tryAlone<R>(key: string, work: () => Promise<R>): Promise<R> | undefined
  /**
   * The next work, begun when the work under way for the key has ended. Each piece has a key of its own: of several pieces with
   * the same one, the last one is begun.
   */
  want(key: string, next: { key: string; work: T }): void
  /** Resolves when the work under way now has ended. */
  settled(): Promise<void>
}

/** @param begin begins what was wanted meanwhile. */
export function makeTurns<T>(begin: (next: T) => void): Turns<T> {
  const busy = new Map<string, Promise<void>>()
  const wanted = new Map<string, Map<string, T>>()

  function end(key: string): void {
    busy.delete(key)
    const next = wanted.get(key)
    wanted.delete(key)
    // The first one makes the key busy again, and the others want it then.
    for (const work of next?.values() ?? []) begin(work)
  }

  const occupy = (key: string, work: Promise<unknown>): void =>
    void busy.set(
      key,
      work.then(
        () => end(key),
        () => end(key),
      ),
    )

  return {
    isBusy: (key) => busy.has(key),
    occupy,
    tryAlone(key, work) {
      if (busy.has(key)) return undefined
      const working = work()
      occupy(key, working)
      return working
    },
    want(key, next) {
      const others = wanted.get(key) ?? new Map<string, T>()
      wanted.set(key, others.set(next.key, next.work))
    },
    settled: async () => void (await Promise.all(busy.values())),
  }
}
