import { ttlCache } from '@tandem/service-kit'
import type { Db } from '../../db/client.ts'
import type { ChainReading, ChainReadings } from '../ports.ts'

/** Deadlines are hours away, and orders come by the hundred. */
const keepMs = 500

/** As the watcher last wrote it. */
export function makeChainReadings(db: Db): ChainReadings {
  return {
    reading: ttlCache(keepMs, async (chain: string): Promise<ChainReading | undefined> => {
      const row = await db.chainCursor.findUnique({ where: { chain }, select: { headTimestamp: true, readAt: true } })
      return row === null ? undefined : { headTime: Number(row.headTimestamp), readAtMs: row.readAt?.getTime() }
    }),
  }
}
