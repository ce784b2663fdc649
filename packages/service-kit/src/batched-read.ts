import { batched } from './batched.ts'

export interface BatchedReadOptions<K, V> {
  /** Values by the names of their keys; a key that has no value is left out. */
  readMany: (keys: readonly K[]) => Promise<ReadonlyMap<string, V>>
  /** The same for keys that mean the same. */
  nameOf: (key: K) => string
  maxRunning: number
  maxKeys: number
}

/**
 * Reads one value by its key, together with whatever else is asked for at the same moment, or while earlier reads are
 * under way ({@link batched}), and each key once. Every read begins after it was asked for, so it is as fresh as a read
 * of its own.
 */
export function batchedRead<K, V>({
  readMany,
  nameOf,
  maxRunning,
  maxKeys,
}: BatchedReadOptions<K, V>): (key: K) => Promise<V | undefined> {
  /** The questions that have not begun. */
  const waiting = new Map<string, Promise<V | undefined>>()
  const read = batched<K, V | undefined>({
    doMany: async (keys) => {
      const names = keys.map(nameOf)
      for (const name of names) waiting.delete(name)
      const found = await readMany(keys)
      return names.map((name) => found.get(name))
    },
    maxRunning,
    maxInputs: maxKeys,
  })

  return (key) => {
    const name = nameOf(key)
    const reading = waiting.get(name) ?? read(key)
    waiting.set(name, reading)
    return reading
  }
}
