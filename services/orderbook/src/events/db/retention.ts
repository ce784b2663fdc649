import { command } from '@tandem/service-kit'
import { execute, type PrismaClient } from '../../db/client.ts'
import { takeLock } from '../../db/locks.ts'

const batchSize = 1_000
const transactionLimits = { maxWait: 5_000, timeout: 25_000 }

export type RetentionDays = {
  /** 0: for ever. */
  readonly events: number
  readonly deliveries: number
}

/** Bounded rows per statement. */
export async function pruneOldRows(prisma: PrismaClient, days: RetentionDays, nowMs: number): Promise<void> {
  const before = (age: number) => new Date(nowMs - age * 86_400_000)
  if (days.deliveries > 0) {
    while ((await execute(prisma, deleteDeliveries, before(days.deliveries))) === batchSize) {}
  }
  if (days.events > 0) {
    while ((await pruneEvents(prisma, before(days.events))) === batchSize) {}
  }
}

const deleteDeliveries = command(`
DELETE FROM webhook_deliveries WHERE delivery_id IN (
SELECT delivery_id FROM webhook_deliveries WHERE created_at < $1
ORDER BY created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`)

/**
 * From the oldest, without a gap: up to the first young event, or one that deliveries or roll-ups still need. The
 * newest stays: the sequencer counts from it.
 */
const deleteEvents = command(`
WITH oldest AS (
  SELECT seq, created_at FROM order_events WHERE seq IS NOT NULL ORDER BY seq LIMIT ${batchSize}
), horizon AS (
  SELECT least(
    coalesce((SELECT min(seq) - 1 FROM oldest WHERE created_at >= $1), (SELECT max(seq) FROM oldest)),
    (SELECT max(seq) - 1 FROM order_events),
    coalesce((SELECT value FROM stats_counters WHERE name = 'folded_seq'), 0),
    (SELECT min(seq) - 1 FROM webhook_deliveries WHERE status = 'pending'),
    (SELECT greatest(min(after_seq), (SELECT seq FROM webhook_cursor)) FROM webhooks)
  ) AS seq
), moved AS (
  INSERT INTO stats_counters (name, value) SELECT 'events_pruned_seq', seq FROM horizon WHERE seq > 0
  ON CONFLICT (name) DO UPDATE SET value = greatest(stats_counters.value, excluded.value)
)
DELETE FROM order_events e USING horizon h WHERE e.seq <= h.seq`)

async function pruneEvents(prisma: PrismaClient, before: Date): Promise<number> {
  return prisma.$transaction(async (tx) => {
    await takeLock(tx, 'retention')
    return execute(tx, deleteEvents, before)
  }, transactionLimits)
}

const prunedCounter = 'events_pruned_seq'
export const isPruned = command(`SELECT FROM stats_counters WHERE name = '${prunedCounter}'`)

/** 0 while everything is kept. */
export async function prunedSeq(prisma: PrismaClient): Promise<number> {
  const counter = await prisma.statsCounter.findUnique({ where: { name: prunedCounter } })
  return Number(counter?.value ?? 0)
}
