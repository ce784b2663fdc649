export interface Turns<T> {
  isBusy(key: string): boolean
  /** Work outside of the queue. */
  occupy(key: string, work: Promise<unknown>): void
  /** `undefined` for a busy key. */
  tryAlone<R>(key: string, work: () => Promise<R>): Promise<R> | undefined
  /** Begun after the current work; of several with one inner key, the last. */
  want(key: string, next: { key: string; work: T }): void
  /** Resolves once nothing is under way, which includes the work that was wanted meanwhile. */
  settled(): Promise<void>
}

/** No `p-limit`, because what comes for a busy key replaces what waits for it, and whoever asks is told at once. */
export function makeTurns<T>(begin: (next: T) => void): Turns<T> {
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
