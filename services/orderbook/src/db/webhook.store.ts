import type { DeliveryWire } from '@tandem/contracts'
import { AppError, type SecretBox } from '@tandem/service-kit'
import type { OrderStatus } from '../domain/order-lifecycle.ts'
import type { StoredEvent } from '../usecases/ports.ts'
import type { Delivery, Webhook, WebhookRegistry } from '../usecases/webhook-registry.ts'
import type { Attempt, DeliveryQueue, DueDelivery } from '../webhooks/dispatcher.ts'
import type { PrismaClient } from './client.ts'
import { factOf, sequenceEvents } from './event.store.ts'
import { type WebhookDelivery as DeliveryRow, Prisma, type Webhook as WebhookRow } from './generated/client.ts'
import { openSecret, sealSecret } from './webhook-secret.ts'

const fanOutBatch = 5_000
/** The lock under which events become deliveries. */
const fanOutLock = 7_216_010_003n

const nextRange = `
SELECT first, least(first + ${fanOutBatch}, (SELECT coalesce(max(seq), 0) FROM order_events)) AS last
FROM (SELECT greatest((SELECT min(after_seq) FROM webhooks),
  coalesce((SELECT value FROM stats_counters WHERE name = 'webhook_seq'), 0)) AS first) range
WHERE EXISTS (SELECT 1 FROM webhooks)`

const makeDeliveries = `
INSERT INTO webhook_deliveries (webhook_id, seq, order_id, event_type, next_attempt_at, created_at)
SELECT w.webhook_id, e.seq, e.order_id, e.type, $3, $3
FROM order_events e JOIN orders o ON o.order_id = e.order_id
JOIN webhooks w ON e.seq > w.after_seq AND (w.event_types IS NULL OR jsonb_exists(w.event_types, e.type))
  AND (w.user_id IS NULL OR w.user_id = o.user_id)
WHERE e.seq > $1 AND e.seq <= $2
ON CONFLICT (webhook_id, seq) DO NOTHING`

const moveCursor = `
INSERT INTO stats_counters VALUES ('webhook_seq', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`

const takeDue = `
WITH due AS (
  SELECT delivery_id FROM webhook_deliveries p
  WHERE status = 'pending' AND next_attempt_at <= $1 AND NOT EXISTS (
    SELECT 1 FROM webhook_deliveries earlier WHERE earlier.webhook_id = p.webhook_id AND earlier.order_id = p.order_id
      AND earlier.status = 'pending' AND earlier.seq < p.seq)
  ORDER BY next_attempt_at, seq LIMIT $3 FOR UPDATE SKIP LOCKED
), leased AS (
  UPDATE webhook_deliveries d SET next_attempt_at = $2 FROM due WHERE d.delivery_id = due.delivery_id
  RETURNING d.delivery_id, d.webhook_id, d.seq, d.tries, d.attempts
)
SELECT l.delivery_id::text, l.webhook_id::text, w.url, w.secret, l.tries, l.attempts, e.seq::float8, e.order_seq, e.order_id::text, e.type,
  e.status, e.fact, e.created_at
FROM leased l JOIN webhooks w ON w.webhook_id = l.webhook_id JOIN order_events e ON e.seq = l.seq
ORDER BY e.seq`

type DueRow = {
  delivery_id: string
  webhook_id: string
  url: string
  secret: string
  tries: number
  attempts: Attempt[]
  seq: number
  order_seq: number
  order_id: string
  type: StoredEvent['type']
  status: OrderStatus
  fact: StoredEvent['fact']
  created_at: Date
}

export type DeliveryQueueDeps = {
  /** Opens the webhooks' secrets; undefined while no key is configured. */
  box: SecretBox | undefined
  /** A secret could not be opened: its delivery waits until its lease ends, and the others go on. */
  onError: (error: unknown) => void
}

/** Deliveries on their way, shared by all replicas. */
export function makeDeliveryQueue(prisma: PrismaClient, { box, onError }: DeliveryQueueDeps): DeliveryQueue {
  const opened = (row: DueRow): string | undefined => {
    try {
      return openSecret(box, row.webhook_id, row.secret)
    } catch (error) {
      onError(error)
      return undefined
    }
  }
  return {
    fanOut: async (now) => {
      await sequenceEvents(prisma)
      const read = async (db: Prisma.TransactionClient) => {
        const [range] = await db.$queryRawUnsafe<{ first: bigint; last: bigint }[]>(nextRange)
        return range !== undefined && range.last > range.first ? range : undefined
      }
      if ((await read(prisma)) === undefined) return false
      return prisma.$transaction(async (tx) => {
        await tx.$executeRawUnsafe('SELECT pg_advisory_xact_lock($1)', fanOutLock)
        const range = await read(tx)
        if (range === undefined) return false
        await tx.$executeRawUnsafe(makeDeliveries, range.first, range.last, now)
        await tx.$executeRawUnsafe(moveCursor, range.last)
        return range.last - range.first === BigInt(fanOutBatch)
      })
    },
    take: async (now, leasedUntil, limit) => {
      const rows = await prisma.$queryRawUnsafe<DueRow[]>(takeDue, now, leasedUntil, limit)
      return rows.flatMap((row) => {
        const secret = opened(row)
        return secret === undefined ? [] : [dueOf(row, secret)]
      })
    },
    record: async ({ deliveryId, tries }, attempts, outcome) => {
      const nextAttemptAt = outcome.status === 'pending' ? outcome.nextAttemptAt : null
      await prisma.webhookDelivery.updateMany({
        where: { deliveryId, tries, status: 'pending' },
        data: { status: outcome.status, tries: tries + 1, attempts, nextAttemptAt },
      })
    },
  }
}

function dueOf(row: DueRow, secret: string): DueDelivery {
  return {
    deliveryId: row.delivery_id,
    url: row.url,
    secret,
    tries: row.tries,
    attempts: row.attempts,
    event: {
      seq: row.seq,
      orderSeq: row.order_seq,
      orderId: row.order_id,
      type: row.type,
      status: row.status,
      fact: factOf(row.fact),
      createdAt: row.created_at,
    },
  }
}

/** The webhooks of each client, and their delivery logs. */
export function makeWebhookStore(prisma: PrismaClient, box: SecretBox | undefined): WebhookRegistry {
  const deliveryLogSize = 100
  return {
    create: async (webhook, secret) => {
      if (box === undefined) {
        throw new AppError('UNAVAILABLE', 'Webhooks are not offered here: there is no key to keep their secrets with.')
      }
      const kept = sealSecret(box, webhook.webhookId, secret)
      await sequenceEvents(prisma)
      const [row] = await prisma.$queryRawUnsafe<{ last: bigint | null }[]>('SELECT max(seq) AS last FROM order_events')
      const { eventTypes, ...rest } = webhook
      const stored = eventTypes === null ? Prisma.DbNull : [...eventTypes]
      await prisma.webhook.create({ data: { ...rest, secret: kept, eventTypes: stored, afterSeq: row?.last ?? 0n } })
    },
    list: async (client) =>
      (await prisma.webhook.findMany({ where: { client }, orderBy: { createdAt: 'asc' } })).map(webhookOf),
    find: async (client, webhookId) => {
      const row = await prisma.webhook.findFirst({ where: { client, webhookId } })
      return row === null ? undefined : webhookOf(row)
    },
    remove: async (webhookId) => {
      await prisma.webhook.deleteMany({ where: { webhookId } })
    },
    deliveries: async (webhookId, { status, beforeSeq }) => {
      const rows = await prisma.webhookDelivery.findMany({
        where: {
          webhookId,
          ...(status === undefined ? {} : { status }),
          ...(beforeSeq === undefined ? {} : { seq: { lt: beforeSeq } }),
        },
        orderBy: { seq: 'desc' },
        take: deliveryLogSize,
      })
      return rows.map(deliveryOf)
    },
    redeliver: async (webhookId, deliveryId, now) => {
      const changed = await prisma.webhookDelivery.updateMany({
        where: { webhookId, deliveryId },
        data: { status: 'pending', tries: 0, nextAttemptAt: now },
      })
      if (changed.count === 0) return undefined
      return deliveryOf(await prisma.webhookDelivery.findUniqueOrThrow({ where: { deliveryId } }))
    },
  }
}

function webhookOf(row: WebhookRow): Webhook {
  return {
    webhookId: row.webhookId,
    client: row.client,
    url: row.url,
    eventTypes: row.eventTypes as Webhook['eventTypes'],
    userId: row.userId,
    createdAt: row.createdAt,
  }
}

function deliveryOf(row: DeliveryRow): Delivery {
  return {
    deliveryId: row.deliveryId,
    webhookId: row.webhookId,
    seq: Number(row.seq),
    orderId: row.orderId,
    eventType: row.eventType as Delivery['eventType'],
    status: row.status as Delivery['status'],
    attempts: row.attempts as DeliveryWire['attempts'],
    nextAttemptAt: row.nextAttemptAt,
    createdAt: row.createdAt,
  }
}
