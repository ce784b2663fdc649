import { setImmediate as nextTurn } from 'node:timers/promises'

export interface CoalescedReads {
  /**
   * Reads one key. Reads of the same key run one after the other, and all news that come during a read cause one more.
   */
  read(key: string): Promise<void>
  /** Resolves once no read is under way or wanted, whether or not the last ones failed. */
  settled(): Promise<void>
}

/**
 * Makes a reader of news. Neither `p-limit` nor `dataloader` would do: both read once for each piece of news that comes
 * between two reads.
 */
export function coalesceReads(read: (key: string) => Promise<void>): CoalescedReads {
  const waiting = new Map<string, Promise<void>>()
  const running = new Map<string, Promise<unknown>>()

  async function readNext(key: string): Promise<void> {
    await (running.get(key) ?? nextTurn())
    waiting.delete(key)
    const reading = read(key)
    const ended = reading
      .catch(() => undefined)
      .finally(() => {
        if (running.get(key) === ended) running.delete(key)
      })
    running.set(key, ended)
    await reading
  }

  return {
    read(key) {
      const begun = waiting.get(key) ?? readNext(key)
      waiting.set(key, begun)
      return begun
    },
    async settled() {
      while (waiting.size + running.size > 0) await Promise.allSettled([...waiting.values(), ...running.values()])
    },
  }
}
