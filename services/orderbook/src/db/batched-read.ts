/** Values by key; a key that has no value is left out. */
export type ReadMany<V> = (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>

export type BatchLimits = { maxRunning: number; maxKeys: number }

/** Of the reads that every client repeats. Two at a time keep PostgreSQL busy while the answers of one are sent. */
export const hotReads: BatchLimits = { maxRunning: 2, maxKeys: 100 }

/**
 * Reads one value by its key, together with whatever else is asked for while the database is busy with earlier reads:
 * one statement then answers many requests. An idle service waits for nothing. Every read begins after it was asked
 * for, so it is as fresh as a read of its own. A failed statement fails all its keys.
 */
export function batchedRead<V>(
  readMany: ReadMany<V>,
  { maxRunning, maxKeys }: BatchLimits,
): (key: string) => Promise<V | undefined> {
  type Waiting = { resolve: (value: V | undefined) => void; reject: (error: unknown) => void }
  const waiting = new Map<string, Waiting[]>()
  let running = 0

  const next = () => {
    if (running >= maxRunning || waiting.size === 0) return
    const batch = new Map<string, Waiting[]>()
    for (const [key, readers] of waiting) {
      if (batch.size === maxKeys) break
      batch.set(key, readers)
      waiting.delete(key)
    }
    running += 1
    readMany([...batch.keys()])
      .then(
        (found) => {
          for (const [key, readers] of batch) for (const { resolve } of readers) resolve(found.get(key))
        },
        (error: unknown) => {
          for (const readers of batch.values()) for (const { reject } of readers) reject(error)
        },
      )
      .finally(() => {
        running -= 1
        next()
      })
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const reader = { resolve, reject }
      const others = waiting.get(key)
      if (others === undefined) waiting.set(key, [reader])
      else others.push(reader)
      next()
    })
}
