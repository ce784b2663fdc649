export interface BatchedReadOptions<K, V> {
  /** Values by the names of their keys; a key that has no value is left out. */
  readMany: (keys: readonly K[]) => Promise<ReadonlyMap<string, V>>
  /** The same for keys that mean the same. */
  nameOf: (key: K) => string
  maxRunning: number
  maxKeys: number
}

/**
 * Reads one value by its key, together with whatever else is asked for while earlier reads are under way: one question
 * then answers many. An idle service waits for nothing. Every read begins after it was asked for, so it is as fresh as
 * a read of its own. A failed question fails all its keys.
 */
export function batchedRead<K, V>({
  readMany,
  nameOf,
  maxRunning,
  maxKeys,
}: BatchedReadOptions<K, V>): (key: K) => Promise<V | undefined> {
  type Reader = { resolve: (value: V | undefined) => void; reject: (error: unknown) => void }
  type Waiting = { key: K; readers: Reader[] }
  const waiting = new Map<string, Waiting>()
  let running = 0

  const next = () => {
    if (running >= maxRunning || waiting.size === 0) return
    const batch = new Map<string, Waiting>()
    for (const [name, one] of waiting) {
      if (batch.size === maxKeys) break
      batch.set(name, one)
      waiting.delete(name)
    }
    running += 1
    readMany([...batch.values()].map(({ key }) => key))
      .then(
        (found) => {
          for (const [name, { readers }] of batch) for (const { resolve } of readers) resolve(found.get(name))
        },
        (error: unknown) => {
          for (const { readers } of batch.values()) for (const { reject } of readers) reject(error)
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
      const name = nameOf(key)
      const others = waiting.get(name)
      if (others === undefined) waiting.set(name, { key, readers: [reader] })
      else others.readers.push(reader)
      next()
    })
}
