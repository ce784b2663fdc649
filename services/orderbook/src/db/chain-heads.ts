import type { ChainClock } from '../usecases/ports.ts'
import type { Db } from './client.ts'

/** Each chain's clock, as the watcher last saw it. */
export function makeChainHeads(db: Db): ChainClock {
  return {
    async headTime(chain) {
      const rows = await db.$queryRawUnsafe<{ head_timestamp: number }[]>(
        'SELECT head_timestamp::float8 FROM chain_cursors WHERE chain = $1',
        chain,
      )
      return rows[0]?.head_timestamp
    },
  }
}
