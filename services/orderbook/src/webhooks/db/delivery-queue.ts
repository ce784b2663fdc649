import { makeRangeSize } from '@tandem/chain'
import { command, type SecretBox } from '@tandem/service-kit'
import { type Db, execute, type PrismaClient, rowsOf } from '../../db/client.ts'
import { takeLock } from '../../db/locks.ts'
import { statement } from '../../db/statements.ts'
import { eventOf, sequenceEvents } from '../../events/db/event.store.ts'
import { newestSeq } from '../../events/db/newest-seq.ts'
import type { StoredEvent } from '../../events/ports.ts'
import type { Attempt, DeliveryQueue, DueDelivery, TakeLimits } from '../dispatcher.ts'
import { afterFailure } from '../domain/circuit-breaker.ts'
import { type EventRange, nextRange } from '../domain/fan-out.ts'
import { withinShares } from '../domain/share.ts'
import { openSecret } from './sealed-secret.ts'

/** How many deliveries one transaction makes at most. */
const fanOutDeliveries = 10_000
const maxEventsAtOnce = 5_000
/**
 * The time limits of a fan-out in milliseconds. By default Prisma ends a transaction after five
 * seconds.
 */
const fanOutTimeout = { timeout: 25_000, maxWait: 5_000 }

/** The webhooks that get deliveries. {@link makeDeliveries} has the same condition in SQL. */
const isSentTo = { verifiedAt: { not: null }, disabledAt: null }

async function readRange(db: Db, most: number): Promise<EventRange | undefined> {
  const { _min: registered } = await db.webhook.aggregate({ _min: { afterSeq: true } })
  if (registered.afterSeq === null) return undefined
  const cursor = await db.webhookCursor.findUnique({ where: { id: 1 } })
  const state = {
    registeredAfter: Number(registered.afterSeq),
    done: Number(cursor?.seq ?? 0),
    afterHook: cursor?.afterHook ?? null,
    newest: Number(await newestSeq(db)),
  }
  return nextRange(state, most)
}

/** The last webhook of the page that follows `afterHook`. Undefined when the page holds all that are left. */
async function pageEnd(db: Db, afterHook: string | null, most: number): Promise<string | undefined> {
  const [last] = await db.webhook.findMany({
    where: { ...isSentTo, ...(afterHook === null ? {} : { webhookId: { gt: afterHook } }) },
    orderBy: { webhookId: 'asc' },
    skip: most - 1,
    take: 1,
    select: { webhookId: true },
  })
  return last?.webhookId
}

/**
 * Hand-written SQL, because ten thousand deliveries would otherwise travel to this process and back.
 */
const makeDeliveries = command(`
INSERT INTO webhook_deliveries (webhook_id, seq, order_id, event_type, next_attempt_at, created_at)
SELECT w.webhook_id, e.seq, e.order_id, e.type, greatest($3, (
  -- Not before what it waits for: events of an order are delivered one after the other.
  SELECT max(next_attempt_at) FROM webhook_deliveries d
  WHERE w.failures > 0 AND d.webhook_id = w.webhook_id AND d.order_id = e.order_id AND d.status = 'pending')), $3
FROM order_events e JOIN orders o ON o.order_id = e.order_id
JOIN webhooks w ON ($4::uuid IS NULL OR w.webhook_id > $4::uuid) AND ($5::uuid IS NULL OR w.webhook_id <= $5::uuid)
  AND e.seq > w.after_seq AND (w.event_types IS NULL OR jsonb_exists(w.event_types, e.type))
  AND (w.user_id IS NULL OR w.user_id = o.user_id) AND w.verified_at IS NOT NULL AND w.disabled_at IS NULL
WHERE e.seq > $1 AND e.seq <= $2
ON CONFLICT (webhook_id, seq) DO NOTHING`)

/** Makes the deliveries of one range. @returns whether there may be more. */
async function fanOutRange(tx: Db, now: Date, most: number): Promise<boolean> {
  await takeLock(tx, 'fanOut')
  const range = await readRange(tx, most)
  if (range === undefined) return false
  const upTo = await pageEnd(tx, range.afterHook, fanOutDeliveries)
  // An event for more webhooks than one transaction may serve takes several transactions, each for one page of webhooks.
  const isPart = upTo !== undefined && range.last - range.first === 1
  const afterHook = isPart ? upTo : null
  await execute(tx, makeDeliveries, range.first, range.last, now, range.afterHook, afterHook)
  const cursor = { seq: isPart ? range.first : range.last, afterHook }
  await tx.webhookCursor.upsert({ where: { id: 1 }, create: { id: 1, ...cursor }, update: cursor })
  return isPart || range.afterHook !== null || range.last - range.first === most
}

/**
 * Locks the due deliveries of each webhook: as many as the webhook has room for, one after a failure, and none while its
 * circuit is open. The webhook with the fewest deliveries in flight comes first. This is SQL by
 * hand, because replicas race for the rows, and only `SKIP LOCKED` gives each replica different
 * ones.
 */
export const lockDue = statement('dueDelivery *')(`
SELECT d.delivery_id::text, h.host FROM webhooks w
LEFT JOIN unnest($4::text[]::uuid[], $5::int[]) AS busy (webhook_id, count) USING (webhook_id)
CROSS JOIN LATERAL (SELECT regexp_replace(split_part(w.target, '/', 3), ':[0-9]+$', '') AS host) h
CROSS JOIN LATERAL (
  SELECT delivery_id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at, seq) AS nth FROM (
    SELECT delivery_id, next_attempt_at, seq FROM webhook_deliveries p
    WHERE p.webhook_id = w.webhook_id AND p.status = 'pending' AND p.next_attempt_at <= $1 AND NOT EXISTS (
      SELECT 1 FROM webhook_deliveries earlier WHERE earlier.webhook_id = p.webhook_id AND earlier.order_id = p.order_id
        AND earlier.status = 'pending' AND earlier.seq < p.seq)
    ORDER BY next_attempt_at, seq
    LIMIT greatest(0, least($3::int, CASE WHEN w.failures > 0 THEN 1 ELSE $2::int END - coalesce(busy.count, 0)))
    FOR UPDATE SKIP LOCKED) first
) d
WHERE w.disabled_at IS NULL AND (w.paused_until IS NULL OR w.paused_until <= $1) AND h.host <> ALL ($6::text[])
ORDER BY coalesce(busy.count, 0) + d.nth, d.next_attempt_at LIMIT $3`)

export const dueValues = (now: Date, { perWebhook, inAll, busy, perHost, busyHosts }: TakeLimits): unknown[] => {
  const full = [...busyHosts].flatMap(([host, count]) => (count >= perHost ? [host] : []))
  return [now, perWebhook, inAll, [...busy.keys()], [...busy.values()], full]
}

/** Leases the due deliveries to this process: no replica takes them before `leasedUntil`. */
async function leaseDue(prisma: PrismaClient, now: Date, leasedUntil: Date, limits: TakeLimits) {
  return prisma.$transaction(async (tx) => {
    const due = withinShares(await rowsOf(tx, lockDue, ...dueValues(now, limits)), limits)
    if (due.length === 0) return []
    const where = { deliveryId: { in: due.map(({ delivery_id }) => delivery_id) } }
    await tx.webhookDelivery.updateMany({ where, data: { nextAttemptAt: leasedUntil } })
    const hosts = new Map(due.map(({ delivery_id, host }) => [delivery_id, host]))
    const rows = await tx.webhookDelivery.findMany({
      where,
      orderBy: { seq: 'asc' },
      include: { webhook: { select: { url: true, secret: true } } },
    })
    return rows.map((row) => ({ ...row, host: hosts.get(row.deliveryId) ?? '' }))
  })
}

type Leased = Awaited<ReturnType<typeof leaseDue>>[number]

export type DeliveryQueueDeps = {
  /** Undefined when no key for secrets is configured. */
  box: SecretBox | undefined
  /** Called when a secret cannot be opened. That delivery waits for the end of its lease, and the others are sent. */
  onError: (error: unknown) => void
}

/** The queue of deliveries, which all replicas share. */
export function makeDeliveryQueue(prisma: PrismaClient, { box, onError }: DeliveryQueueDeps): DeliveryQueue {
  const opened = ({ webhookId, webhook: { url, secret } }: Leased): string | undefined => {
    try {
      return openSecret(box, { webhookId, url }, secret)
    } catch (error) {
      onError(error)
      return undefined
    }
  }
  const events = makeRangeSize(maxEventsAtOnce)
  return {
    fanOut: async (now) => {
      await sequenceEvents(prisma)
      const limit = events.current()
      if ((await readRange(prisma, limit)) === undefined) return false
      const hooks = await prisma.webhook.count({ where: isSentTo })
      // The more webhooks there are, the fewer events one transaction takes; with very many webhooks only one.
      const most = Math.max(1, Math.min(limit, Math.floor(fanOutDeliveries / Math.max(1, hooks))))
      try {
        const isMore = await prisma.$transaction((tx) => fanOutRange(tx, now, most), fanOutTimeout)
        events.accepted()
        return isMore
      } catch (error) {
        // A batch that takes longer than a transaction may take would fail forever, so the next one is smaller.
        events.refused(most)
        throw error
      }
    },
    take: async (now, leasedUntil, limits) => {
      const leased = await leaseDue(prisma, now, leasedUntil, limits)
      if (leased.length === 0) return []
      const told = await prisma.orderEvent.findMany({ where: { seq: { in: leased.map(({ seq }) => seq) } } })
      const bySeq = new Map(told.map((event) => [event.seq, eventOf(event)]))
      return leased.flatMap((row) => {
        const [secret, event] = [opened(row), bySeq.get(row.seq)]
        return secret === undefined || event === undefined ? [] : [dueOf(row, secret, event)]
      })
    },
    record: async (delivery, attempts, outcome, now) => {
      const { deliveryId, webhookId, tries } = delivery
      const nextAttemptAt = outcome.status === 'pending' ? outcome.nextAttemptAt : null
      await prisma.webhookDelivery.updateMany({
        where: { deliveryId, tries, status: 'pending' },
        data: { status: outcome.status, tries: tries + 1, attempts, nextAttemptAt },
      })
      if (outcome.status === 'delivered') {
        const data = { failures: 0, failingSince: null, pausedUntil: null }
        await prisma.webhook.updateMany({ where: { webhookId, failures: { gt: 0 } }, data })
        return 'enabled'
      }
      if (nextAttemptAt !== null) await postponeLater(prisma, delivery, nextAttemptAt)
      return noteFailure(prisma, webhookId, now)
    },
  }
}

/**
 * Postpones the order's later deliveries: they must wait for the failed one, so reading them now would be of no use.
 */
async function postponeLater(prisma: PrismaClient, { webhookId, event }: DueDelivery, until: Date): Promise<void> {
  await prisma.webhookDelivery.updateMany({
    where: {
      webhookId,
      orderId: event.orderId,
      seq: { gt: event.seq },
      status: 'pending',
      nextAttemptAt: { lt: until },
    },
    data: { nextAttemptAt: until },
  })
}

/**
 * Counts a failure. The update locks the webhook's row, so that simultaneous failures are each counted and see the ones
 * before.
 */
async function noteFailure(prisma: PrismaClient, webhookId: string, now: Date): Promise<'enabled' | 'disabled'> {
  return prisma.$transaction(async (tx) => {
    const [failing] = await tx.webhook.updateManyAndReturn({
      where: { webhookId, disabledAt: null },
      data: { failures: { increment: 1 } },
      select: { failures: true, failingSince: true },
    })
    if (failing === undefined) return 'enabled'
    const data = afterFailure(failing, now)
    await tx.webhook.update({ where: { webhookId }, data })
    return data.disabledAt === null ? 'enabled' : 'disabled'
  })
}

const dueOf = (row: Leased, secret: string, event: StoredEvent): DueDelivery => ({
  deliveryId: row.deliveryId,
  webhookId: row.webhookId,
  url: row.webhook.url,
  host: row.host,
  secret,
  tries: row.tries,
  attempts: row.attempts as Attempt[],
  event,
})
