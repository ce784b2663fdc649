import { loaderOf } from './batched.ts'

export interface BatchedReadOptions<K, V> {
  /** Keys without a value are left out of the answer. */
  readMany: (keys: readonly K[]) => Promise<ReadonlyMap<string, V>>
  nameOf: (key: K) => string
  maxRunning: number
  maxKeys: number
}

/**
 * Makes a function that reads one value, and joins the reads of several callers into one batch.
 * The batch is always read after the call, so no caller gets a value that is older than its call.
 */
export function batchedRead<K, V>({
  readMany,
  nameOf,
  maxRunning,
  maxKeys,
}: BatchedReadOptions<K, V>): (key: K) => Promise<V | undefined> {
  const waiting = new Map<string, Promise<V | undefined>>()
  const loader = loaderOf<K, V | undefined, string>(
    async (keys) => {
      const names = keys.map(nameOf)
      for (const name of names) waiting.delete(name)
      const found = await readMany(keys)
      return names.map((name) => found.get(name))
    },
    { maxRunning, maxInputs: maxKeys },
    { cacheKeyFn: nameOf, cacheMap: waiting },
  )
  return (key) => loader.load(key)
}
