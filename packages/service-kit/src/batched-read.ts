import { loaderOf } from './batched.ts'

export interface BatchedReadOptions<K, V> {
  /** A key without a value is left out. */
  readMany: (keys: readonly K[]) => Promise<ReadonlyMap<string, V>>
  nameOf: (key: K) => string
  maxRunning: number
  maxKeys: number
}

/** Reads one value together with other callers'. Every read begins after it was asked for. */
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
