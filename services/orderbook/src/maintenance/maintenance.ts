import { command, deleteExpiredKeys, startIntervalLoop } from '@tandem/service-kit'
import { execute, type PrismaClient } from '../db/client.ts'
import { pruneOldRows, type RetentionDays } from '../events/db/retention.ts'
import { foldStats } from '../stats/db/fold-stats.ts'
import { deleteUnverified } from '../webhooks/db/webhook.store.ts'

const foldEveryMs = 5_000
const sweepEveryMs = 600_000
/** After their end, so that a late order hears QUOTE_EXPIRED. */
const staleQuoteSecs = 86_400

/**
 * Folds the outbox, and deletes old rows. Every replica may run it.
 * @returns stops it after its round.
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

export async function sweep(prisma: PrismaClient, retention: RetentionDays): Promise<void> {
  await deleteExpiredKeys(prisma, Date.now)
  await inBatches(() => execute(prisma, deleteUntakenQuotes))
  await inBatches(() => execute(prisma, deleteOldRefusals))
  await deleteUnverified(prisma, Date.now())
  await pruneOldRows(prisma, retention, Date.now())
}

const sweepBatch = 1_000

/** By an index of untaken quotes. */
export const deleteUntakenQuotes = command(`
DELETE FROM quotes WHERE quote_id IN (
SELECT quote_id FROM quotes
WHERE consumed_at IS NULL AND expires_at < now() - make_interval(secs => ${staleQuoteSecs})
ORDER BY expires_at LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED)`)

const deleteOldRefusals = command(`
DELETE FROM maker_refusals WHERE quote_id IN (
SELECT quote_id FROM maker_refusals WHERE at < now() - interval '31 days' LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED)`)

/** No statement grows with what has gathered. */
async function inBatches(deleteSome: () => Promise<number>): Promise<void> {
  while ((await deleteSome()) === sweepBatch) {}
}
