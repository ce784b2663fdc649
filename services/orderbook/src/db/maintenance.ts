import { deleteExpiredKeys, startIntervalLoop } from '@tandem/service-kit'
import type { PrismaClient } from './client.ts'
import { pruneOldRows, type RetentionDays } from './retention.ts'
import { foldStats } from './stats.store.ts'

const foldEveryMs = 5_000
const sweepEveryMs = 600_000
/** Quotes that were never taken are kept so long after they expired, so that a late order hears QUOTE_EXPIRED. */
const staleQuoteSecs = 86_400

/**
 * Work that no request waits for. It folds the outbox into the roll-ups; deletes expired idempotency keys, quotes that were
 * never taken, and what is older than its retention. Every replica may run it. Returns how to stop it, after the running round.
 */
export function startMaintenance(
  prisma: PrismaClient,
  retention: RetentionDays,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const repeat = (everyMs: number, round: () => Promise<unknown>) =>
    startIntervalLoop({ round, onError, intervalMs: everyMs, delayMs: everyMs })
  const loops = [repeat(foldEveryMs, () => foldStats(prisma)), repeat(sweepEveryMs, () => sweep(prisma, retention))]
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()))
  }
}

/** One round of what is deleted. */
export async function sweep(prisma: PrismaClient, retention: RetentionDays): Promise<void> {
  await deleteExpiredKeys(prisma, Date.now)
  await inBatches(() => prisma.$executeRawUnsafe(deleteUntakenQuotes))
  await inBatches(() => prisma.$executeRawUnsafe(deleteOldFaults))
  await pruneOldRows(prisma, retention, Date.now())
}

const sweepBatch = 1_000

/** Read by an index of what was not taken: a quote that became an order is never looked at again. */
export const deleteUntakenQuotes = `
DELETE FROM quotes WHERE quote_id IN (
  SELECT quote_id FROM quotes
  WHERE consumed_at IS NULL AND expires_at < now() - make_interval(secs => ${staleQuoteSecs})
  ORDER BY expires_at LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED)`

/** They count in no record any more. */
const deleteOldFaults = `
DELETE FROM maker_faults WHERE quote_id IN (
  SELECT quote_id FROM maker_faults WHERE at < now() - interval '31 days' LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED)`

/** Repeats a bounded statement while it finds a whole batch: no statement grows with what has gathered. */
async function inBatches(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) === sweepBatch) {}
}
