import type { ChainReading, ChainReadings } from '../usecases/ports.ts'
import type { Db } from './client.ts'

/** A reading is asked for again after this: deadlines are hours away, and orders come by the hundred. */
const keepMs = 500

/** How far each chain has been read, as the watcher last wrote it. */
export function makeChainReadings(db: Db, now: () => number): ChainReadings {
  const kept = new Map<string, { atMs: number; reading: Promise<ChainReading | undefined> }>()
  const read = async (chain: string): Promise<ChainReading | undefined> => {
    const rows = await db.$queryRawUnsafe<{ head_timestamp: number; read_at: Date | null }[]>(
      'SELECT head_timestamp::float8, read_at FROM chain_cursors WHERE chain = $1',
      chain,
    )
    return rows[0] && { headTime: rows[0].head_timestamp, readAtMs: rows[0].read_at?.getTime() }
  }
  return {
    reading(chain) {
      const found = kept.get(chain)
      if (found !== undefined && now() - found.atMs < keepMs) return found.reading
      const reading = read(chain)
      kept.set(chain, { atMs: now(), reading })
      reading.catch(() => kept.delete(chain))
      return reading
    },
  }
}
