import { ttlCache } from '@tandem/service-kit'
import type { ChainReading, ChainReadings } from '../usecases/ports.ts'
import type { Db } from './client.ts'

/** Deadlines are hours away, and orders come by the hundred. */
const keepMs = 500

/** As the watcher last wrote it. */
export function makeChainReadings(db: Db): ChainReadings {
  return {
    reading: ttlCache(keepMs, async (chain: string): Promise<ChainReading | undefined> => {
      const rows = await db.$queryRawUnsafe<{ head_timestamp: number; read_at: Date | null }[]>(
        'SELECT head_timestamp::float8, read_at FROM chain_cursors WHERE chain = $1',
        chain,
      )
      return rows[0] && { headTime: rows[0].head_timestamp, readAtMs: rows[0].read_at?.getTime() }
    }),
  }
}
