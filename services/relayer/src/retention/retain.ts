import type { Archive } from './archive.store.ts'

/** So many rows in one transaction, and so many transactions in one round: what is left waits for the next round. */
const batchSize = 200
const mostBatches = 50
const dayMs = 86_400_000

export interface Retained {
  /** Settlements that were archived. */
  archived: number
  /** Archived settlements that were deleted. */
  deleted: number
  /** Nonces that were deleted without a settlement: nothing but a gap-filling transaction was mined at them. */
  nonces: number
}

/** Archives what ended before the time that settlements are kept, and deletes what is older than the archive keeps. */
export function makeRetain({
  archive,
  settlementDays,
  archiveDays,
  now,
}: {
  archive: Pick<Archive, 'archive' | 'prune' | 'pruneNonces'>
  /** 0: for ever. */
  settlementDays: number
  archiveDays: number
  now: () => number
}): () => Promise<Retained> {
  return async () => ({
    archived: await inBatches(archive.archive, settlementDays),
    deleted: await inBatches(archive.prune, archiveDays),
    nonces: await inBatches(archive.pruneNonces, settlementDays),
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
