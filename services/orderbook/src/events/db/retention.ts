import type { Db, PrismaClient } from '../../db/client.ts'
import { takeLock } from '../../db/locks.ts'
import { type EventUses, pruneHorizon } from '../domain/prune-horizon.ts'
import { newestSeq } from './newest-seq.ts'

const batchSize = 1_000
const transactionLimits = { maxWait: 5_000, timeout: 25_000 }

export type RetentionDays = {
  /** Zero keeps events forever. */
  readonly events: number
  readonly deliveries: number
}

/** Deletes events and webhook deliveries that are older than `days`, a bounded number of rows with each statement. */
export async function pruneOldRows(prisma: PrismaClient, days: RetentionDays, nowMs: number): Promise<void> {
  const before = (age: number) => new Date(nowMs - age * 86_400_000)
  if (days.deliveries > 0) {
    const old = { createdAt: { lt: before(days.deliveries) } }
    await deleteInBatches(prisma, (tx, limit) => tx.webhookDelivery.deleteMany({ where: old, limit }))
  }
  if (days.events > 0) {
    await deleteInBatches(prisma, (tx, limit) => pruneEvents(tx, before(days.events), limit))
  }
}

/**
 * Deletes rows on one replica at a time: two replicas that lock the same rows in different orders would end each other's
 * statements.
 */
export async function deleteInBatches(
  prisma: PrismaClient,
  deleteSome: (tx: Db, limit: number) => Promise<{ count: number }>,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await prisma.$transaction(async (tx) => {
      await takeLock(tx, 'retention')
      return (await deleteSome(tx, batchSize)).count === batchSize
    }, transactionLimits)
  }
}

/**
 * Deletes the oldest events and stores the `seq` of the last one, so that a reader whose cursor is older learns of the
 * gap.
 */
async function pruneEvents(tx: Db, before: Date, take: number): Promise<{ count: number }> {
  const oldest = await tx.orderEvent.findMany({
    where: { seq: { not: null } },
    orderBy: { seq: 'asc' },
    take,
    select: { seq: true, createdAt: true },
  })
  const numbered = oldest.map(({ seq, createdAt }) => ({ seq: Number(seq), createdAt }))
  const value = BigInt(pruneHorizon(numbered, before, await usesOf(tx)))
  if (value === 0n) return { count: 0 }
  const name = prunedCounter
  await tx.statsCounter.upsert({ where: { name }, create: { name, value }, update: { value } })
  return tx.orderEvent.deleteMany({ where: { seq: { lte: value } } })
}

async function usesOf(tx: Db): Promise<EventUses> {
  const folded = await tx.statsCounter.findUnique({ where: { name: 'folded_seq' } })
  const { _min: pending } = await tx.webhookDelivery.aggregate({ _min: { seq: true }, where: { status: 'pending' } })
  const { _min: registered } = await tx.webhook.aggregate({ _min: { afterSeq: true } })
  const cursor = await tx.webhookCursor.findUnique({ where: { id: 1 } })
  return {
    folded: Number(folded?.value ?? 0),
    newest: Number(await newestSeq(tx)),
    firstPending: pending.seq === null ? undefined : Number(pending.seq),
    fannedOut:
      registered.afterSeq === null ? undefined : Math.max(Number(registered.afterSeq), Number(cursor?.seq ?? 0)),
  }
}

const prunedCounter = 'events_pruned_seq'

/** Events up to this `seq` are deleted; zero while everything is kept. */
export async function prunedSeq(db: Db): Promise<number> {
  const counter = await db.statsCounter.findUnique({ where: { name: prunedCounter } })
  return Number(counter?.value ?? 0)
}
