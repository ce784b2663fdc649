/** Work that is done one at a time for each key. */
export interface Turns<T> {
  isBusy(key: string): boolean
  /** The work of a key that is not busy. */
  occupy(key: string, work: Promise<unknown>): void
  /** Begins the work of a key that is not busy, and nothing for one that is: it is `undefined` then. */
  tryAlone<R>(key: string, work: () => Promise<R>): Promise<R> | undefined
  /** The next thing to begin when the work under way for the key has ended; the last one counts. */
  want(key: string, next: T): void
  /** Resolves when the work under way now has ended. */
  settled(): Promise<void>
}

/** @param begin begins what was wanted meanwhile. */
export function makeTurns<T>(begin: (next: T) => void): Turns<T> {
  const busy = new Map<string, Promise<void>>()
  const wanted = new Map<string, T>()

  function end(key: string): void {
    busy.delete(key)
    const next = wanted.get(key)
    wanted.delete(key)
    if (next !== undefined) begin(next)
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
    want: (key, next) => void wanted.set(key, next),
    settled: async () => void (await Promise.all(busy.values())),
  }
}
