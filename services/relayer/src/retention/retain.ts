import type { Archive } from './archive.store.ts'

/** Rows of a transaction. */
const batchSize = 200
const mostBatches = 50
const dayMs = 86_400_000

export interface Retained {
  archived: number
  deleted: number
  /** Nonces of gap-filling transactions alone. */
  nonces: number
}

export function makeRetain({
  archive,
  requestDays,
  archiveDays,
  now,
}: {
  archive: Pick<Archive, 'archive' | 'prune' | 'pruneNonces'>
  /** 0: for ever. */
  requestDays: number
  archiveDays: number
  now: () => number
}): () => Promise<Retained> {
  return async () => ({
    archived: await inBatches(archive.archive, requestDays),
    deleted: await inBatches(archive.prune, archiveDays),
    nonces: await inBatches(archive.pruneNonces, requestDays),
  })

  async function inBatches(work: Archive['prune'], days: number): Promise<number> {
    if (days === 0) return 0
    const before = new Date(now() - days * dayMs)
    let total = 0
    for (let batch = 0; batch < mostBatches; batch += 1) {
      const count = await work(before, batchSize)
      total += count
      if (count < batchSize) break
    }
    return total
  }
}
