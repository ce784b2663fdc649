import { setImmediate as nextTurn } from 'node:timers/promises'

export interface CoalescedReads {
  /**
   * Reads one key. Reads of the same key run one after the other. However many news items come during a read, they
   * cause only one more read.
   */
  read(key: string): Promise<void>
  /** Resolves once no read is running or wanted any more, even if the last reads failed. */
  settled(): Promise<void>
}

/**
 * Makes a reader of news. `p-limit` and `dataloader` do not fit: both would read again for each item that comes during
 * a read.
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
