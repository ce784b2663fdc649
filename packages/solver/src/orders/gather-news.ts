import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Reads what there is news of, each by its key and one read at a time. News of a key that come at the same moment, or while it is
 * being read, are one read more: what is read after them knows of them all.
 *
 * @param read reads one key.
 * @returns takes news of a key; resolves, or rejects, with the read that began after them.
 */
export function gatherNews(read: (key: string) => Promise<void>): (key: string) => Promise<void> {
  /** Reads that have not begun. */
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

  return (key) => {
    const begun = waiting.get(key) ?? readNext(key)
    waiting.set(key, begun)
    return begun
  }
}
