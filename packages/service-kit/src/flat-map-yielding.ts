import { setImmediate as nextTurn } from 'node:timers/promises'

const itemsOfTurn = 100

/**
 * Maps items, and lets the event loop turn before the work and after each hundred items, so that sockets are served
 * meanwhile.
 */
export async function flatMapYielding<T, R>(items: Iterable<T>, work: (item: T) => readonly R[]): Promise<R[]> {
  await nextTurn()
  const results: R[] = []
  let done = 0
  for (const item of items) {
    results.push(...work(item))
    done += 1
    if (done % itemsOfTurn === 0) await nextTurn()
  }
  return results
}
