import { batchedRead } from '@tandem/service-kit'

/** How reads of one moment are joined: while two batches are under way, the next one fills up. */
export const together = { maxRunning: 2, maxKeys: 50 }

export const perBlockCacheMs = (blockTimeMs: number): number => Math.min(500, blockTimeMs / 4)

export function sharedRead<K, V>(nameOf: (key: K) => string, ask: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const read = batchedRead<K, V>({
    readMany: async (keys) =>
      new Map(await Promise.all(keys.map(async (key) => [nameOf(key), await ask(key)] as const))),
    nameOf,
    ...together,
  })
  return async (key) => (await read(key)) as V
}
