import { batchedRead } from '@tandem/service-kit'

/** Two concurrent batches: while they run, the next one fills up. */
export const together = { maxRunning: 2, maxKeys: 50 }

/** Cache lifetime for shared per-block reads (fees, nonces, balances). */
export const perBlockCacheMs = (blockTimeMs: number): number => Math.min(500, blockTimeMs / 4)

/** Asks once what several callers ask at the same moment. */
export function sharedRead<K, V>(nameOf: (key: K) => string, ask: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const read = batchedRead<K, V>({
    readMany: async (keys) =>
      new Map(await Promise.all(keys.map(async (key) => [nameOf(key), await ask(key)] as const))),
    nameOf,
    ...together,
  })
  return async (key) => (await read(key)) as V
}
