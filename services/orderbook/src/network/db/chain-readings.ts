import { ttlCache } from '@tandem/service-kit'
import type { Db } from '../../db/client.ts'
import type { ChainReading, ChainReadings } from '../ports.ts'

/**
 * How long a reading is reused, in milliseconds. Half a second does not matter to deadlines that
 * are hours away, and saves reads when orders come by the hundred.
 */
const keepMs = 500

/** Reads how far the watcher has read each chain. */
export function makeChainReadings(db: Db): ChainReadings {
  return {
    reading: ttlCache(keepMs, async (chain: string): Promise<ChainReading | undefined> => {
      const row = await db.chainCursor.findUnique({ where: { chain }, select: { headTimestamp: true, readAt: true } })
      return row === null ? undefined : { headTime: Number(row.headTimestamp), readAtMs: row.readAt?.getTime() }
    }),
  }
}
