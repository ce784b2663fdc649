import { deleteExpiredKeys, startIntervalLoop } from '@tandem/service-kit'
import type { Db, PrismaClient } from '../db/client.ts'
import { deleteInBatches, pruneOldRows, type RetentionDays } from '../events/db/retention.ts'
import { foldStats } from '../stats/db/fold-stats.ts'
import { deleteUnverified } from '../webhooks/db/webhook.store.ts'

const foldEveryMs = 5_000
const sweepEveryMs = 600_000
const dayMs = 86_400_000
/** How long an expired quote is kept, so that a late order gets the error QUOTE_EXPIRED. */
const staleQuoteMs = dayMs
/** Refusals are kept a day longer than they count for a maker's cooldown. */
const refusalMs = 31 * dayMs

/**
 * Adds events to the statistics and deletes old rows. Every replica may run it. A user's data is erased by hand, as
 * docs/personal-data.md says.
 * @returns a function that stops the work after its present round.
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

/**
 * Deletes the rows that nobody needs any more:
 * - unused quotes, `staleQuoteMs` after they expired, and refusals after `refusalMs`;
 * - events after `EVENTS_RETENTION_DAYS`, or later while something still needs them (events/domain/prune-horizon.ts);
 * - deliveries of webhooks after the same time, but at most 30 days (compose-maintenance.ts);
 * - webhooks whose owner never confirmed them, after `verifyWithinMs` (webhooks/db/webhook.store.ts);
 * - idempotency keys after `IDEMPOTENCY_TTL_SECS` (service-kit).
 */
export async function sweep(prisma: PrismaClient, retention: RetentionDays): Promise<void> {
  const nowMs = Date.now()
  await deleteExpiredKeys(prisma, Date.now)
  await deleteInBatches(prisma, (tx, limit) => deleteUntakenQuotes(tx, limit, nowMs))
  const old = { at: { lt: new Date(nowMs - refusalMs) } }
  await deleteInBatches(prisma, (tx, limit) => tx.makerRefusal.deleteMany({ where: old, limit }))
  await deleteUnverified(prisma, nowMs)
  await pruneOldRows(prisma, retention, nowMs)
}

/** Deletes expired quotes that no order took. The query reads only the index of such quotes. */
export const deleteUntakenQuotes = (tx: Db, limit: number, nowMs: number): Promise<{ count: number }> =>
  tx.quote.deleteMany({ where: { consumedAt: null, expiresAt: { lt: new Date(nowMs - staleQuoteMs) } }, limit })
