import type { ChainClock } from '../usecases/ports.ts'
import type { Db } from './client.ts'

/** A head is asked for again after this: deadlines are hours away, and orders come by the hundred. */
const keepMs = 500

/** Each chain's clock, as the watcher last saw it. */
export function makeChainHeads(db: Db, now: () => number): ChainClock {
  const kept = new Map<string, { atMs: number; time: Promise<number | undefined> }>()
  const read = async (chain: string) => {
    const rows = await db.$queryRawUnsafe<{ head_timestamp: number }[]>(
      'SELECT head_timestamp::float8 FROM chain_cursors WHERE chain = $1',
      chain,
    )
    return rows[0]?.head_timestamp
  }
  return {
    headTime(chain) {
      const found = kept.get(chain)
      if (found !== undefined && now() - found.atMs < keepMs) return found.time
      const time = read(chain)
      kept.set(chain, { atMs: now(), time })
      time.catch(() => kept.delete(chain))
      return time
    },
  }
}
