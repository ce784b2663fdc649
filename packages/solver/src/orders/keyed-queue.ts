export interface KeyedQueue<T> {
  isBusy(key: string): boolean
  /** Marks the key as busy until the work ends. */
  occupy(key: string, work: Promise<unknown>): void
  /**
   * Runs the work if the key is free.
   *
   * @returns `undefined` when it is busy.
   */
  tryAlone<R>(key: string, work: () => Promise<R>): Promise<R> | undefined
  /**
   * Begins `next` after the current work. When several wait with the same inner key, only the last of them is begun.
   */
  want(key: string, next: { key: string; work: T }): void
  /** Resolves once nothing is under way, which includes the work that was wanted meanwhile. */
  settled(): Promise<void>
}

/**
 * Runs one piece of work at a time for each key. `p-limit` does not fit: here new work for a busy key replaces the work
 * that waits for it, and the caller learns at once that the key is busy.
 */
export function makeKeyedQueue<T>(begin: (next: T) => void): KeyedQueue<T> {
  const busy = new Map<string, Promise<void>>()
  const wanted = new Map<string, Map<string, T>>()

  function end(key: string): void {
    busy.delete(key)
    const next = wanted.get(key)
    wanted.delete(key)
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
    async settled() {
      while (busy.size > 0) await Promise.all(busy.values())
    },
  }
}
