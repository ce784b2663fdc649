import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * One read per key at a time. News that come during a read cause one more: neither a queue (`p-limit`) nor a batch
 * (`dataloader`) would leave the others out.
 */
export function gatherNews(read: (key: string) => Promise<void>): (key: string) => Promise<void> {
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
